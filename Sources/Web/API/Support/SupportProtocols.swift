package import Foundation
package import People

/// How people may support the service, if at all.
package struct SupportOffer: Sendable {
    /// A page elsewhere on which to give.
    package let link: URL?
    /// What may be given in one go at a provider of payments; `nil` without one.
    package let checkout: Checkout?

    package struct Checkout: Sendable {
        /// By its code of ISO 4217, in capital letters; it has hundredths.
        package let currency: String
        /// Whole units of the currency.
        package let amounts: [Int]
        package let provider: any PaymentProvider

        package init(currency: String, amounts: [Int], provider: any PaymentProvider) {
            (self.currency, self.amounts, self.provider) = (currency, amounts, provider)
        }
    }

    package init(link: URL?, checkout: Checkout?) { (self.link, self.checkout) = (link, checkout) }

    /// Whether there is anything to offer.
    package var isOpen: Bool { link != nil || checkout != nil }
}

/// Takes payments elsewhere: no card and no bank account is ever seen here.
package protocol PaymentProvider: Sendable {
    /// Opens a page of the provider's on which to pay.
    ///
    /// - Parameters:
    ///   - amount: Hundredths of the currency.
    ///   - currency: Its code of ISO 4217.
    ///   - language: The language of the page.
    ///   - page: Our page, to which the provider leads back; with `visit` in the query if something was paid.
    /// - Returns: The address of the page.
    /// - Throws: ``PaymentFailure``.
    func open(
        _ amount: Int, in currency: String, language: Language, returningTo page: String
    ) async throws(PaymentFailure) -> URL

    /// Reads a signed report.
    ///
    /// - Parameters:
    ///   - body: The bytes that were signed.
    ///   - signature: The provider's header.
    ///   - now: The present: old reports are not taken, so that nobody can repeat them.
    /// - Returns: What it says; `nil` if it is about something else.
    /// - Throws: ``ForgedReport``.
    func event(
        in body: Data, signedBy signature: String, at now: Date
    ) throws(ForgedReport) -> PaymentEvent?
}

/// Why a provider has opened no page, in words for the operator.
package struct PaymentFailure: Error {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// A report of payments that the provider has not signed, or not lately.
package struct ForgedReport: Error {
    package init() {}
}

/// What is kept of gifts.
package protocol GiftStore: Sendable {
    /// Keeps what a provider reports, whatever came first.
    func keep(_ event: PaymentEvent, at now: Date) async throws
    /// The gift of a visit to the provider's page; `nil` until the provider has reported it.
    func gift(of visit: String) async throws -> Gift?
}
