//! The command `cajal`.

fn main() -> std::process::ExitCode {
    cajal_verify::cli::main()
}
