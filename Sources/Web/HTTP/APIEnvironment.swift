package import Allergens
package import Foundation

/// What every feature of the API may need of the service around it.
package struct APIEnvironment: Sendable {
    package let taxonomy: Taxonomy
    package let publisher: Publisher
    /// Decides who may call a route.
    package let accessControl: AccessControl
    /// Answers a repeated request that creates something with the first answer.
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

    /// The day that public answers take for today: the one in UTC.
    package var today: CivilDate { CivilDate(at: now(), in: .gmt) }

    package var cookies: SessionCookies { accessControl.cookies }

    /// The limits of what anybody may ask for without signing in.
    package var signInLimits: SignInLimits { accessControl.limits.doors }
}
