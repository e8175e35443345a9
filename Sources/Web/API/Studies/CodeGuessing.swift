package import People

/// Keeps accounts from trying one code after the other.
package protocol CodeGuessing: Sendable {
    /// How long an account has to wait until its next code is looked at; zero if it need not.
    func codeWait(of account: Account.ID) async throws -> Duration
    /// Counts a code that does not exist.
    func noteWrongCode(of account: Account.ID) async throws
}
