import Allergens
package import Hummingbird
import NIOCore

/// What a route knows of the request beside its bytes.
package struct BreatheContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who sent it, once the gate has let it in.
    var principal: Principal?
    /// The public part of the secret that it came with.
    var shownCredential: String?
    let channel: any NIOCore.Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// How long a client may go on sending a body that was refused.
    ///
    /// Closing at once would reset the connection, and the client might lose the answer that tells it why.
    private static let patience = TimeAmount.seconds(1)

    /// Closes the connection in a moment, however much the client still wants to send.
    func hangUp() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    /// The public part of the key that the request came with; routes for operators are entered with a key only.
    var credential: String {
        guard let shownCredential
        else { preconditionFailure("a route for operators was entered without a key") }
        return shownCredential
    }

    /// The station whose key the request came with; routes for any station are entered with such a key only.
    var ownStation: Station.ID {
        guard case .station(let station) = principal
        else { preconditionFailure("a route for any station was entered without a key") }
        return station
    }

    /// The account that sent the request; routes for subscribers are entered by accounts only.
    var account: Account.ID {
        guard case .account(let account) = principal
        else { preconditionFailure("a route for subscribers was entered without an account") }
        return account
    }
}
