//! Elements of ⟦τ⟧ (τ without N) that depend on the inputs: linear in each input without N, a rational series in each
//! count. A form is a [`Series`] whose letters and columns know which inputs they belong to.

use super::matrix::Matrix;
use super::series::Series;
use dashu_ratio::RBig;

/// An input, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input(pub usize);

/// An element of ⟦τ⟧ that depends on inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Its rows are the coordinates in ⟦τ⟧.
    pub series: Series,
    /// The count that each letter belongs to, ascending.
    pub letters: Vec<Input>,
    /// The inputs that the columns are a basis of the tensor product of, with their ranks, ascending; the last one
    /// varies fastest.
    pub columns: Vec<(Input, usize)>,
}

impl Form {
    /// An element that depends on nothing.
    pub fn constant(coordinates: Vec<RBig>) -> Form {
        let output = Matrix::new(coordinates.len(), 1, coordinates);
        Form {
            series: Series { output, letters: vec![], input: Matrix::identity(1) },
            letters: vec![],
            columns: vec![],
        }
    }

    /// An input of this rank itself.
    pub fn input(input: Input, rank: usize) -> Form {
        let identity = Matrix::identity(rank);
        let series = Series { output: identity.clone(), letters: vec![], input: identity };
        Form { series, letters: vec![], columns: vec![(input, rank)] }
    }

    /// How many coordinates.
    pub fn rank(&self) -> usize {
        self.series.output.rows()
    }

    /// The image under a linear map, given as a matrix.
    pub fn map(&self, matrix: &Matrix) -> Form {
        let output = matrix.times(&self.series.output).expect("BUG: a linear map of another domain is applied");
        Form { series: Series { output, ..self.series.clone() }, ..self.clone() }
    }

    /// Some of the coordinates.
    pub fn coordinates(&self, which: impl IntoIterator<Item = usize>) -> Form {
        let rows = which.into_iter().map(|i| self.series.output.row(i).to_vec());
        let output = Matrix::from_rows(self.series.dimension(), rows);
        Form { series: Series { output, ..self.series.clone() }, ..self.clone() }
    }

    /// The tensor product of two forms in different inputs: coordinate (i, j), j varying faster.
    pub fn tensor(&self, other: &Form) -> Form {
        let (left, right) = (Matrix::identity(self.series.dimension()), Matrix::identity(other.series.dimension()));
        let mut letters: Vec<(Input, Matrix)> = Vec::new();
        letters.extend(self.letters.iter().copied().zip(self.series.letters.iter().map(|m| m.tensor(&right))));
        letters.extend(other.letters.iter().copied().zip(other.series.letters.iter().map(|m| left.tensor(m))));
        letters.sort_by_key(|(input, _)| *input);
        let series = Series {
            output: self.series.output.tensor(&other.series.output),
            input: self.series.input.tensor(&other.series.input),
            letters: letters.iter().map(|(_, m)| m.clone()).collect(),
        };
        let columns = [&self.columns[..], &other.columns[..]].concat();
        Form { series, letters: letters.into_iter().map(|(input, _)| input).collect(), columns }.sorted()
    }

    /// The columns in ascending order of the inputs.
    fn sorted(self) -> Form {
        let mut sorted = self.columns.clone();
        sorted.sort_unstable_by_key(|(input, _)| *input);
        if sorted == self.columns {
            return self;
        }
        let stride_of = |input: Input| {
            let after = self.columns.iter().skip_while(move |(i, _)| *i != input).skip(1);
            after.map(|(_, rank)| rank).product::<usize>()
        };
        let mut order = vec![0];
        for (input, rank) in &sorted {
            let stride = stride_of(*input);
            order = order.iter().flat_map(|at| (0..*rank).map(move |k| at + k * stride)).collect();
        }
        let input = self.series.input.reorder_columns(&order);
        Form { series: Series { input, ..self.series }, letters: self.letters, columns: sorted }
    }

    /// The same series in these letters, which include its own: it is constant in the others.
    pub fn in_letters(&self, letters: &[Input]) -> Series {
        let letter = |input: &Input| match self.letters.binary_search(input) {
            Ok(i) => self.series.letters[i].clone(),
            Err(_) => Matrix::identity(self.series.dimension()),
        };
        Series { letters: letters.iter().map(letter).collect(), ..self.series.clone() }
    }

    /// The sum of two forms of the same rank in the same inputs. A count that only one of them depends on is a count
    /// that the other one is constant in.
    pub fn plus(&self, other: &Form) -> Form {
        assert_eq!(self.columns, other.columns, "BUG: linearity fails: summands use different inputs");
        let mut letters = [&self.letters[..], &other.letters[..]].concat();
        letters.sort_unstable();
        letters.dedup();
        let series = self.in_letters(&letters).plus(&other.in_letters(&letters));
        Form { series, letters, columns: self.columns.clone() }
    }

    /// The same form with the least number of states.
    pub fn minimised(self) -> Form {
        Form { series: self.series.minimise(), ..self }
    }

    /// λx. self for an input x that the form depends on: coordinate (i, j) is coordinate i at the j-th basis vector of x.
    pub fn abstracted(&self, x: Input) -> Form {
        let at = self.columns.iter().position(|(input, _)| *input == x).expect("BUG: linearity fails: x is not used");
        let rank = self.columns[at].1;
        let after: usize = self.columns[at + 1..].iter().map(|(_, rank)| rank).product();
        let (d, width) = (self.series.dimension(), self.series.input.columns());
        // One copy of the states for each basis vector j of x; state (s, j).
        let copies = Matrix::identity(rank);
        let mut input = Matrix::zero(0, width / rank);
        for s in 0..d {
            let row = self.series.input.row(s);
            for j in 0..rank {
                let picked = (0..width).filter(|c| (c / after) % rank == j).map(|c| row[c].clone()).collect();
                input = input.above(&Matrix::new(1, width / rank, picked));
            }
        }
        let columns = self.columns.iter().filter(|(input, _)| *input != x).copied().collect();
        let series = Series {
            output: self.series.output.tensor(&copies),
            letters: self.series.letters.iter().map(|m| m.tensor(&copies)).collect(),
            input,
        };
        Form { series, letters: self.letters.clone(), columns }
    }

    /// (n, inputs) ↦ Mⁿ·self for a count n: Mⁿ·C = Σⱼ cⱼ(n)·MʲC, where the coefficients c(n) follow the companion matrix
    /// of the first power of M whose product with C depends on those before (Cayley–Hamilton, relative to C). So the
    /// letters commute, in whichever order several counts are met.
    pub fn iterated(&self, m: &Matrix, n: Input) -> Form {
        let mut powers = vec![self.series.output.clone()];
        let mut space = super::matrix::Subspace::zero();
        let flat = |m: &Matrix| (0..m.rows()).flat_map(|i| m.row(i).to_vec()).collect::<Vec<_>>();
        space.insert(flat(&powers[0]));
        let relation = loop {
            let next = m.times(powers.last().expect("BUG: there is a zeroth power")).expect("BUG: M is square");
            if !space.insert(flat(&next)) {
                break solve(&powers.iter().map(&flat).collect::<Vec<_>>(), &flat(&next));
            }
            powers.push(next);
        };
        let r = powers.len();
        let companion = Matrix::from_rows(
            r,
            (0..r).map(|i| {
                let below = |j: usize| if i == j + 1 { RBig::ONE } else { RBig::ZERO };
                (0..r).map(|j| if j + 1 == r { relation[i].clone() } else { below(j) }).collect()
            }),
        );
        let start = Matrix::from_rows(1, (0..r).map(|i| vec![if i == 0 { RBig::ONE } else { RBig::ZERO }]));
        let coefficients = Form {
            series: Series { output: Matrix::identity(r), letters: vec![companion], input: start },
            letters: vec![n],
            columns: vec![],
        };
        let states = Form {
            series: Series { output: Matrix::identity(self.series.dimension()), ..self.series.clone() },
            ..self.clone()
        };
        // Coordinate p is Σ (MʲC)[p, s] · c(j) · state(s).
        let contraction = powers.iter().skip(1).fold(powers[0].clone(), |all, power| all.beside(power));
        coefficients.tensor(&states).map(&contraction)
    }
}

/// The coefficients of v as a combination of independent vectors. All-zero vectors have the coefficients 0.
fn solve(vectors: &[Vec<RBig>], v: &[RBig]) -> Vec<RBig> {
    let mut echelon: Vec<(usize, Vec<RBig>, Vec<RBig>)> = Vec::new();
    let n = vectors.len();
    let reduce = |x: &mut Vec<RBig>, combination: &mut Vec<RBig>, echelon: &[(usize, Vec<RBig>, Vec<RBig>)]| {
        for (pivot, row, made_of) in echelon {
            let factor = &x[*pivot] / &row[*pivot];
            if !factor.is_zero() {
                x.iter_mut().zip(row).filter(|(_, y)| !y.is_zero()).for_each(|(x, y)| *x -= &factor * y);
                combination.iter_mut().zip(made_of).for_each(|(c, m)| *c -= &factor * m);
            }
        }
    };
    for (i, vector) in vectors.iter().enumerate() {
        let (mut x, mut combination) = (vector.clone(), vec![RBig::ZERO; n]);
        combination[i] = RBig::ONE;
        reduce(&mut x, &mut combination, &echelon);
        if let Some(pivot) = x.iter().position(|x| !x.is_zero()) {
            echelon.push((pivot, x, combination));
        }
    }
    let (mut x, mut combination) = (v.to_vec(), vec![RBig::ZERO; n]);
    reduce(&mut x, &mut combination, &echelon);
    assert!(x.iter().all(RBig::is_zero), "BUG: the vector does not depend on those before");
    combination.iter().map(|c| -c).collect()
}
