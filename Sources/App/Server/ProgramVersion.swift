/// The version of the program, which the command prints.
///
/// `CHANGELOG.md` begins with it; a test compares both.
package enum ProgramVersion {
    package static let current = "0.2.0"
}
