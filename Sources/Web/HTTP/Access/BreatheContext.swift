import Alerts
import HTTPTypes
package import Hummingbird
import NIOCore
package import Observations
package import People

/// What a route knows about a request besides its bytes.
package struct BreatheContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The sender, once access control has admitted the request.
    package var visitor: Visitor?
    /// The person in the sender's care for whom the request is made, if any.
    package var person: Person?
    package let channel: any NIOCore.Channel
    /// The method of the request while ``PathRouter`` looks for its path; `nil` if it looks under that method.
    var sentMethod: HTTPRequest.Method?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// How long a client may keep sending a body that was refused.
    ///
    /// Closing at once would reset the connection, and the client might lose the answer that tells it why.
    private static let patience = TimeAmount.seconds(1)

    /// Closes the connection in a moment, even if the client is still sending.
    package func hangUp() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    package var principal: Principal? { visitor?.principal }

    /// The public part of the request's key or token; operator routes always have one.
    package var credential: String { knownVisitor.credential }

    /// The sender; only public routes can be called without one.
    package var knownVisitor: Visitor {
        guard let visitor else { preconditionFailure("a route was entered by nobody") }
        return visitor
    }

    /// The station whose key the request shows; routes for any station require such a key.
    package var ownStation: Station.ID {
        guard case .station(let station) = principal
        else { preconditionFailure("a route for any station was entered without a key") }
        return station
    }

    /// The account that the request is about: the sender's own, or the one of the person it is made for.
    package var account: Account.ID { person?.account ?? guardian }

    /// The path prefix for the account that the request is about.
    package var home: String { person.map { "/v1/me/persons/\($0.id.rawValue)" } ?? "/v1/me" }

    /// The sender's account; only accounts can call subscriber routes.
    package var guardian: Account.ID {
        guard case .account(let account) = principal
        else { preconditionFailure("a route for subscribers was entered without an account") }
        return account
    }
}
