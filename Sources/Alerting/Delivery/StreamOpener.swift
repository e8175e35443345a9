import People

/// Who opened a stream.
struct StreamOpener: Sendable {
    let account: Account.ID

    init(_ visitor: Visitor) {
        guard case .account(let account) = visitor.principal
        else { preconditionFailure("a station's key opens no stream") }
        self.account = account
    }
}
