//! Cajal(⊸, 2, N).
