package import Allergens
package import Foundation
package import Hummingbird

/// The services that API features share.
package struct APIEnvironment: Sendable {
    package let taxonomy: Taxonomy
    package let publisher: Publisher
    /// Decides who may call a route.
    package let accessControl: AccessControl
    /// Replays the first answer when a creating request is repeated.
    package let idempotency: Idempotency
    package let now: @Sendable () -> Date

    package init(
        taxonomy: Taxonomy, publisher: Publisher, accessControl: AccessControl, answers: any AnswerStore,
        now: @escaping @Sendable () -> Date
    ) {
        self.taxonomy = taxonomy
        self.publisher = publisher
        self.accessControl = accessControl
        idempotency = Idempotency(store: answers, now: now)
        self.now = now
    }

    /// Today for public answers, in UTC.
    package var today: CivilDate { CivilDate(at: now(), in: .gmt) }

    /// The start of absolute links: the public address, or else the one at which the client reached us.
    package func base(of request: Request) -> String { publisher.address ?? request.base }

    package var cookies: SessionCookies { accessControl.cookies }

    /// The limits on what anyone may do without signing in.
    package var signInLimits: SignInLimits { accessControl.limits.doors }
}
