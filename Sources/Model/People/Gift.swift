package import Foundation

/// A voluntary payment to those who run the service, as the provider of payments has reported it.
///
/// It belongs to no account: who gives is nobody's business here, and the provider knows their cards.
package struct Gift: Hashable, Sendable {
    /// The provider's name of the visit to its page.
    package let visit: String
    /// In hundredths of the currency.
    package let amount: Int
    /// By its code of ISO 4217, in capital letters.
    package let currency: String
    package let paid: Date
    /// Where the provider shows its receipt; `nil` until it has said so.
    package let receipt: URL?

    package init(visit: String, amount: Int, currency: String, paid: Date, receipt: URL?) {
        (self.visit, self.amount, self.currency) = (visit, amount, currency)
        (self.paid, self.receipt) = (paid, receipt)
    }

    /// The seconds for which a gift is kept: long enough to print the receipt.
    package static let lifetime: TimeInterval = 90 * 86_400
}

/// What a provider of payments reports; its reports come in any order, and more than once.
package enum PaymentEvent: Hashable, Sendable {
    /// Somebody has paid, in hundredths of a currency.
    case paid(payment: String, visit: String, amount: Int, currency: String)
    case receipt(payment: String, URL)
}
