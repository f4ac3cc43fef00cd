//! One side of a comparison: the main term or a definition of a file, as a map of its inputs.

use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::denote::{Element, Env, Model, Undefined};
use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::{Bound, Checked, Typed};
use cajal_semantics::cajal::vector::Vector;
use cajal_semantics::scalar::Int;
use cajal_semantics::source::Source;
use dashu_int::IBig;

/// Rounds and applications that one evaluation may take.
const FUEL: u64 = 10_000_000;

/// A program to be compared.
#[derive(Clone, Debug)]
pub struct Side {
    /// The file.
    pub source: Source,
    /// The definition that is meant; none for the main term.
    pub definition: Option<String>,
    /// The typed file.
    pub checked: Checked,
    /// The term that is meant.
    pub term: Typed,
}

/// Why a text is no side of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum SideError {
    /// The file is rejected.
    Rejected(Vec<Error>),
    /// There is no such definition, or no main term.
    Missing(String),
}

impl Side {
    /// The main term of a file, or one of its definitions.
    ///
    /// # Errors
    /// [`SideError`]
    pub fn new(source: Source, definition: Option<String>) -> Result<Side, SideError> {
        let checked = check_source(&source).map_err(SideError::Rejected)?;
        let term = match &definition {
            None => checked.main.clone(),
            Some(name) => checked.globals.iter().find(|g| *g.name == **name).and_then(|g| g.body.clone()),
        };
        let missing = || match &definition {
            None => SideError::Missing(format!("{} has no main term", source.name)),
            Some(name) => SideError::Missing(format!("{} has no definition `{name}`", source.name)),
        };
        Ok(Side { term: term.ok_or_else(missing)?, source, definition, checked })
    }

    /// The inputs that the term itself has: those of the file for main, none for a definition.
    pub fn inputs(&self) -> &[Bound] {
        if self.definition.is_none() { &self.checked.inputs } else { &[] }
    }

    /// The types of the inputs, those of the file and then the arguments; and the type of the result.
    pub fn signature(&self) -> (Vec<Ty>, Ty) {
        let (arguments, result) = self.term.ty().uncurry();
        let inputs = self.inputs().iter().map(|x| x.ty.clone()).chain(arguments.into_iter().cloned()).collect();
        (inputs, result.clone())
    }

    /// The result at these inputs, over ℤ.
    ///
    /// # Errors
    /// [`Undefined`]
    pub fn denote_at(&self, inputs: &[Vector<IBig>]) -> Result<Vector<IBig>, Undefined> {
        self.denote_linked(&[], inputs)
    }

    /// The same, with weights for the externs. Arguments may be left out at the end: the result is then a matrix.
    ///
    /// # Errors
    /// [`Undefined`]
    pub fn denote_linked(
        &self,
        externs: &[(String, Vector<IBig>)],
        inputs: &[Vector<IBig>],
    ) -> Result<Vector<IBig>, Undefined> {
        let mut model = Model::new(Int, FUEL);
        for (name, weights) in externs {
            model.link(name.as_str().into(), Element::of_vector(weights));
        }
        let (context, arguments) = inputs.split_at(self.inputs().len());
        let env: Env<Int> = context.iter().map(Element::of_vector).collect();
        let mut element = model.denote(&self.term, &env)?;
        let mut ty = self.term.ty();
        for argument in arguments {
            let Ty::Fun(arrow) = ty else { unreachable!("BUG: more arguments than the type has") };
            element = model.apply(&element.map().clone(), Element::of_vector(argument))?;
            ty = &arrow.cod;
        }
        model.vector(&element, ty, None)
    }
}
