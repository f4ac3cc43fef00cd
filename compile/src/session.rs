//! Running a network on data, by the native evaluator where the network can be lowered, by the general one otherwise:
//! what `cajal run` does.

use crate::eval::{Evaluator, RunError};
use crate::link::{Data, Linkable};
use crate::network::Network;
use crate::program::{Arithmetic, Checked, Runner};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Rows, Vector, VectorError, rank};
use cajal_semantics::scalar::{F32, F64, Rat, Semiring};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A sequence longer than this is run by the general evaluator, which keeps only what is not zero.
const DENSE: usize = 1 << 22;

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Job<'n, E> {
    /// The network.
    pub network: &'n Network,
    /// Neurons for each extern.
    pub externs: Vec<Vector<E>>,
    /// A value for each input, or one for each sample.
    pub inputs: Vec<Data<E>>,
    /// How many columns an argument of type N has in the output.
    pub horizon: Option<usize>,
    /// The most cell applications and function applications of the general evaluator.
    pub fuel: u64,
    /// For gradients: the cotangent of the output; all ones if it is not given.
    pub gradients: Option<Option<Vector<E>>>,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Outcome<E> {
    /// One for each sample.
    pub outputs: Vec<Vector<E>>,
    /// How each recurrence was computed, or why the general evaluator was taken.
    pub plan: Vec<String>,
    /// With respect to each input, for each sample.
    pub input_gradients: Vec<Vec<Vector<E>>>,
    /// With respect to each extern, summed over all samples.
    pub extern_gradients: Vec<Vector<E>>,
}

/// Scalars that the native evaluator computes with.
pub trait Native: Linkable {
    /// Runs a job.
    ///
    /// # Errors
    /// Why the network is not lowered.
    fn native(&self, job: &Flat<'_, Self::Elem>) -> Result<FlatOutcome<Self::Elem>, String>;
}

/// A job with all data as coordinates, the samples of an input one behind the other.
#[derive(Debug)]
pub struct Flat<'n, E> {
    network: &'n Network,
    externs: Vec<Vec<E>>,
    inputs: Vec<Vec<E>>,
    batch: usize,
    /// None: no gradients. Otherwise the cotangent of one sample, where it is given.
    cotangent: Option<Option<Vec<E>>>,
}

/// The coordinates of an outcome.
#[derive(Debug)]
pub struct FlatOutcome<E> {
    output: Vec<E>,
    plan: Vec<String>,
    inputs: Vec<Vec<E>>,
    externs: Vec<Vec<E>>,
}

impl<E: Clone> Flat<'_, E> {
    fn map<F>(&self, f: impl Fn(&E) -> Option<F>) -> Option<Flat<'_, F>> {
        let list = |x: &Vec<E>| x.iter().map(&f).collect::<Option<Vec<F>>>();
        Some(Flat {
            network: self.network,
            externs: self.externs.iter().map(list).collect::<Option<_>>()?,
            inputs: self.inputs.iter().map(list).collect::<Option<_>>()?,
            batch: self.batch,
            cotangent: match &self.cotangent {
                None => None,
                Some(None) => Some(None),
                Some(Some(x)) => Some(Some(list(x)?)),
            },
        })
    }
}

impl<E> FlatOutcome<E> {
    fn map<F>(&self, f: impl Fn(&E) -> Option<F>) -> Option<FlatOutcome<F>> {
        let list = |x: &Vec<E>| x.iter().map(&f).collect::<Option<Vec<F>>>();
        Some(FlatOutcome {
            output: list(&self.output)?,
            plan: self.plan.clone(),
            inputs: self.inputs.iter().map(list).collect::<Option<_>>()?,
            externs: self.externs.iter().map(list).collect::<Option<_>>()?,
        })
    }
}

/// Runs a job over numbers that have kernels.
fn run_flat<T: Arithmetic>(job: &Flat<'_, T>) -> Result<FlatOutcome<T>, String> {
    let inputs: Vec<usize> = job.inputs.iter().map(|x| x.len() / job.batch.max(1)).collect();
    let externs: Vec<usize> = job.externs.iter().map(Vec::len).collect();
    let mut runner = Runner::new(job.network, &inputs, &externs, job.cotangent.is_some(), job.batch)?;
    runner.link(&job.externs.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let rows = runner.output_len();
    let mut output = vec![T::zero(); rows * job.batch];
    let inputs: Vec<&[T]> = job.inputs.iter().map(Vec::as_slice).collect();
    let plan = runner.choices().iter().map(ToString::to_string).collect();
    let Some(cotangent) = &job.cotangent else {
        runner.run(&inputs, job.batch, &mut output);
        return Ok(FlatOutcome { output, plan, inputs: vec![], externs: vec![] });
    };
    let one = match cotangent {
        None => vec![T::one(); rows],
        // A sequence has as many entries as are given.
        Some(given) => (0..rows).map(|i| given.get(i).cloned().unwrap_or_else(T::zero)).collect(),
    };
    let cotangents: Vec<T> = (0..job.batch).flat_map(|_| one.iter().cloned()).collect();
    let gradients = runner.gradients(&inputs, job.batch, &mut output, &cotangents);
    Ok(FlatOutcome { output, plan, inputs: gradients.inputs, externs: gradients.externs })
}

impl Native for F64 {
    fn native(&self, job: &Flat<'_, f64>) -> Result<FlatOutcome<f64>, String> {
        run_flat(job)
    }
}

impl Native for F32 {
    fn native(&self, job: &Flat<'_, f32>) -> Result<FlatOutcome<f32>, String> {
        run_flat(job)
    }
}

/// Exact numbers: machine integers as long as they suffice, then big integers, or rational numbers where the data are.
impl Native for Rat {
    fn native(&self, job: &Flat<'_, RBig>) -> Result<FlatOutcome<RBig>, String> {
        let small = |x: &RBig| Some(Checked(Some(i64::try_from(IBig::try_from(x.clone()).ok()?).ok()?)));
        if let Some(job) = job.map(small)
            && let Some(outcome) = run_flat(&job)?.map(|x| x.0.map(RBig::from))
        {
            return Ok(outcome);
        }
        match job.map(|x| IBig::try_from(x.clone()).ok()) {
            Some(job) => {
                let outcome = run_flat(&job)?.map(|x| Some(RBig::from(x.clone())));
                Ok(outcome.expect("BUG: every integer is a rational number"))
            }
            None => run_flat(job),
        }
    }
}

/// Runs a job.
///
/// # Errors
/// [`RunError`]
pub fn run<R: Native>(ring: &R, job: &Job<'_, R::Elem>) -> Result<Outcome<R::Elem>, RunError> {
    let batch = batch_of(job)?;
    let native = flat(ring, job, batch.unwrap_or(1)).and_then(|flat| ring.native(&flat));
    let network = job.network;
    match native {
        Ok(flat) => {
            let samples = |ty: &Ty, x: &[R::Elem]| {
                let rows = x.len() / batch.unwrap_or(1).max(1);
                x.chunks(rows.max(1)).map(|x| to_vector(ring, ty, x)).collect::<Result<Vec<_>, _>>()
            };
            let inputs = network.inputs().iter().zip(&flat.inputs).map(|(port, x)| samples(&port.ty, x));
            let externs = network.externs().iter().zip(&flat.externs).map(|(port, x)| to_vector(ring, &port.ty, x));
            Ok(Outcome {
                outputs: samples(network.ty(), &flat.output)?,
                plan: flat.plan,
                input_gradients: inputs.collect::<Result<_, _>>()?,
                extern_gradients: externs.collect::<Result<_, _>>()?,
            })
        }
        Err(reason) if job.gradients.is_some() => {
            Err(RunError::TooLarge(format!("gradients are computed by the native evaluator, but {reason}")))
        }
        Err(reason) => {
            let mut evaluator = Evaluator::new(network, ring.clone(), job.fuel);
            for (port, neurons) in network.externs().iter().zip(&job.externs) {
                evaluator.link(&port.name, neurons)?;
            }
            let sample = |i: usize| job.inputs.iter().map(|data| data.sample(i).clone()).collect::<Vec<_>>();
            let outputs = (0..batch.unwrap_or(1)).map(|i| evaluator.run(&sample(i), job.horizon));
            let outputs = outputs.collect::<Result<_, _>>()?;
            let plan = vec![format!("the general evaluator: {reason}")];
            Ok(Outcome { outputs, plan, input_gradients: vec![], extern_gradients: vec![] })
        }
    }
}

/// How many samples the inputs have; none if none of them is a batch.
fn batch_of<E: Clone>(job: &Job<'_, E>) -> Result<Option<usize>, RunError> {
    let mut batch = None;
    for (port, data) in job.network.inputs().iter().zip(&job.inputs) {
        let Data::Batch(samples) = data else { continue };
        if batch.is_some_and(|b| b != samples.len()) || samples.is_empty() {
            let expected = format!("as many samples as the other inputs, {}", batch.unwrap_or(1));
            let error = VectorError::Shape { ty: port.ty.clone(), expected, found: format!("{}", samples.len()) };
            return Err(error.into());
        }
        batch = Some(samples.len());
    }
    Ok(batch)
}

/// The data as coordinates.
fn flat<'n, R: Semiring>(ring: &R, job: &Job<'n, R::Elem>, batch: usize) -> Result<Flat<'n, R::Elem>, String> {
    let externs = job.externs.iter().map(|v| coordinates(ring, v, rows(v)?)).collect::<Result<_, _>>()?;
    let mut inputs = Vec::new();
    for data in &job.inputs {
        // Sequences of different lengths end in zeros.
        let longest = match data {
            Data::One(v) => rows(v)?,
            Data::Batch(samples) => samples.iter().map(rows).try_fold(0, |n, rows| Ok::<_, String>(rows?.max(n)))?,
        };
        let samples = (0..batch).map(|i| coordinates(ring, data.sample(i), longest));
        inputs.push(samples.collect::<Result<Vec<_>, _>>()?.concat());
    }
    let cotangent = match &job.gradients {
        None => None,
        Some(None) => Some(None),
        Some(Some(v)) => Some(Some(coordinates(ring, v, rows(v)?)?)),
    };
    Ok(Flat { network: job.network, externs, inputs, batch, cotangent })
}

/// How many rows a matrix has; of a sequence, up to the last that is not zero (but one at least).
fn rows<E>(v: &Vector<E>) -> Result<usize, String> {
    match &v.rows {
        Rows::Dense(rows) => Ok(rows.len()),
        Rows::Sparse(rows) => {
            let last = rows.last_key_value().map(|(n, _)| usize::try_from(n + UBig::ONE));
            let length = last.unwrap_or(Ok(1)).ok().filter(|n| *n <= DENSE);
            length.ok_or_else(|| "a sequence is very long".into())
        }
    }
}

fn coordinates<R: Semiring>(ring: &R, v: &Vector<R::Elem>, rows: usize) -> Result<Vec<R::Elem>, String> {
    v.coordinates(&ring.zero(), rows).map_err(|_| "a sequence is very long".into())
}

fn to_vector<R: Semiring>(ring: &R, ty: &Ty, x: &[R::Elem]) -> Result<Vector<R::Elem>, VectorError> {
    let (arguments, result) = ty.uncurry();
    let horizon = match result {
        Ty::Nat => {
            let width = arguments.iter().map(|a| rank(a, None)).product::<Result<usize, _>>()?;
            Some(x.len() / width.max(1))
        }
        Ty::Bool | Ty::Real(_) | Ty::Fun(_) => None,
    };
    Vector::from_coordinates(ring, ty, horizon, x)
}
