import Alerts
package import Hummingbird
import NIOCore
package import Observations
package import People

/// What a route knows of the request beside its bytes.
package struct BreatheContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who sent it, once the gate has let it in.
    package var visitor: Visitor?
    /// For whom the sender acts, when that is a person whom they care for.
    package var person: Person?
    package let channel: any NIOCore.Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// How long a client may go on sending a body that was refused.
    ///
    /// Closing at once would reset the connection, and the client might lose the answer that tells it why.
    private static let patience = TimeAmount.seconds(1)

    /// Closes the connection in a moment, however much the client still wants to send.
    package func hangUp() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    package var principal: Principal? { visitor?.principal }

    /// The public part of the key or token that the request came with; routes for operators are entered with one only.
    package var credential: String { knownVisitor.credential }

    /// Who sent the request; all routes but those for everybody are entered by somebody who is known.
    package var knownVisitor: Visitor {
        guard let visitor else { preconditionFailure("a route was entered by nobody") }
        return visitor
    }

    /// The station whose key the request came with; routes for any station are entered with such a key only.
    package var ownStation: Station.ID {
        guard case .station(let station) = principal
        else { preconditionFailure("a route for any station was entered without a key") }
        return station
    }

    /// The account that the request is about: that which sent it, or that of the person for whom it acts.
    package var account: Account.ID { person?.account ?? guardian }

    /// Below which path the account that the request is about has its own.
    package var home: String { person.map { "/v1/me/persons/\($0.id.rawValue)" } ?? "/v1/me" }

    /// The account that sent the request; routes for subscribers are entered by accounts only.
    package var guardian: Account.ID {
        guard case .account(let account) = principal
        else { preconditionFailure("a route for subscribers was entered without an account") }
        return account
    }
}
