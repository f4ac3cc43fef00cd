//! IEEE 754 numbers: what the neurons compute with. Semiring laws hold up to rounding, and 0·∞ is NaN.

use super::Semiring;

macro_rules! ieee {
    ($name:ident, $float:ty, $what:literal) => {
        #[doc = $what]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Semiring for $name {
            type Elem = $float;
            #[inline]
            fn zero(&self) -> $float {
                0.0
            }
            #[inline]
            fn one(&self) -> $float {
                1.0
            }
            #[inline]
            fn add(&self, a: &$float, b: &$float) -> $float {
                a + b
            }
            #[inline]
            fn mul(&self, a: &$float, b: &$float) -> $float {
                a * b
            }
            fn parse(&self, text: &str) -> Result<$float, String> {
                let number = match text.split_once('/') {
                    Some((p, q)) => p.parse::<$float>().and_then(|p| Ok(p / q.parse::<$float>()?)),
                    None => text.parse::<$float>(),
                };
                number.map_err(|_| format!("expected a real number, found {text:?}"))
            }
            /// The shortest decimal that reads back as the same number.
            fn show(&self, a: &$float) -> String {
                if a.is_finite() && a.abs() >= 1e16 || *a != 0.0 && a.abs() < 1e-5 {
                    format!("{a:e}")
                } else {
                    a.to_string()
                }
            }
        }
    };
}

ieee!(F64, f64, "Double precision.");
ieee!(F32, f32, "Single precision.");
