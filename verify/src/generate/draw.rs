//! Draws from proptest's generator of random numbers.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// A source of choices: a borrowed generator of the framework.
pub struct Draw<'r>(&'r mut TestRng);

/// The generator of case `index` of the campaign with this seed: cases are independent of one another, so that a campaign
/// can be split and resumed anywhere.
pub fn rng(seed: u64, index: u64) -> TestRng {
    // Two rounds of a bijective mix keep the states of neighbouring cases far apart; the zero state is not allowed.
    let mix = |x: u64| {
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    };
    let low = mix(seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    let high = mix(low ^ seed.rotate_left(32)) | 1;
    let mut state = [0; 16];
    state[..8].copy_from_slice(&low.to_le_bytes());
    state[8..].copy_from_slice(&high.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::XorShift, &state)
}

impl<'r> Draw<'r> {
    /// Draws from this generator.
    pub fn new(rng: &'r mut TestRng) -> Self {
        Draw(rng)
    }

    /// One of 0, …, n − 1; n is not 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(n)) >> 32) as u32
    }

    /// True k times out of n.
    #[inline]
    pub fn chance(&mut self, k: u32, n: u32) -> bool {
        self.below(n) < k
    }

    /// Independent bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// One of the elements; there is at least one.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as u32) as usize]
    }

    /// A position, drawn with these weights; their sum is not 0.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (i, weight) in weights.iter().enumerate() {
            if left < *weight {
                return i;
            }
            left -= weight;
        }
        unreachable!("BUG: a draw is below the sum of the weights")
    }
}
