import Allergens
package import Hummingbird

/// What a route knows of the request beside its bytes.
package struct BreatheContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who sent it, once the gate has let it in.
    var principal: Principal?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// The account that sent the request; routes for subscribers are entered by accounts only.
    var account: Account.ID {
        guard case .account(let account) = principal
        else { preconditionFailure("a route for subscribers was entered without an account") }
        return account
    }
}
