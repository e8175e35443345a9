import API
import Delivery
package import Foundation
import Help

/// How people may support the service: by default not at all.
package struct SupportConfiguration: Sendable {
    package fileprivate(set) var link: URL?
    fileprivate var amounts: [Int] = [5, 10, 25]
    fileprivate var currency = "EUR"
    fileprivate var stripeKey: String?
    fileprivate var stripeSecret: String?
    fileprivate var stripe = URL(string: "https://api.stripe.com")

    /// Currencies with hundredths, in which Stripe takes cards.
    fileprivate static let currencies: Set = [
        "AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "INR", "MXN", "NOK", "NZD", "PLN",
        "RON", "SEK", "SGD", "USD", "ZAR",
    ]
    /// The most amounts to choose from.
    fileprivate static let mostAmounts = 12
    fileprivate static let largestAmount = 10_000

    /// Whether there is a page for it.
    package var isOpen: Bool { link != nil || stripeKey != nil }

    /// Makes sure that what belongs together is there.
    func check(with publicAddress: PublicAddress?) throws {
        guard (stripeKey == nil) == (stripeSecret == nil)
        else { throw ConfigurationMistake("stripe-key and stripe-secret need one another") }
        guard stripeKey == nil || publicAddress != nil
        else { throw ConfigurationMistake("stripe-key needs public-url: where Stripe leads back to") }
    }

    func offer(through client: GuardedClient) -> SupportOffer {
        guard let stripeKey, let stripeSecret, let stripe
        else { return SupportOffer(link: link, checkout: nil) }
        let payments = StripePayments(client: client, address: stripe, key: stripeKey, secret: stripeSecret)
        return SupportOffer(
            link: link,
            checkout: SupportOffer.Checkout(currency: currency, amounts: amounts, provider: payments))
    }
}

extension ServerConfiguration {
    /// The paths of the pages that the operator leaves out.
    var pagesLeftOut: [String] {
        let help = Set(HelpFeature.allCases).subtracting(helpParts).map { "/\($0.rawValue)" }
        return support.isOpen ? help : help + ["/support"]
    }
}

extension Setting {
    /// How people may support the service.
    static let support: [Setting] = [
        Setting(
            .supportLink, "A page on which people may give; it opens `/support`.",
            allowed: "an https address", usual: .words("none")
        ) {
            guard let link = URL(string: $1), link.scheme == "https", link.host() != nil else { return false }
            $0.support.link = link
            return true
        },
        Setting(
            .supportAmounts, "What people may give at Stripe in one go, in whole units.",
            allowed: "1 to \(SupportConfiguration.mostAmounts) different whole numbers from 1 to "
                + "\(SupportConfiguration.largestAmount), separated by commas",
            usual: .value { $0.support.amounts.map(String.init).joined(separator: ",") }
        ) {
            let parts = $1.split(separator: ",", omittingEmptySubsequences: false)
            let amounts = parts.compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
            $0.support.amounts = amounts
            return amounts.count == parts.count && Set(amounts).count == amounts.count
                && (1...SupportConfiguration.mostAmounts).contains(amounts.count)
                && amounts.allSatisfy { (1...SupportConfiguration.largestAmount).contains($0) }
        },
        Setting(
            .supportCurrency, "The currency of these amounts.",
            allowed: SupportConfiguration.currencies.sorted().joined(separator: ", "),
            usual: .value { $0.support.currency }
        ) {
            $0.support.currency = $1.uppercased()
            return SupportConfiguration.currencies.contains($0.support.currency)
        },
        Setting(
            .stripeKey, "The secret key of an account at Stripe; it opens `/support`. Needs `stripe-secret`.",
            allowed: "text", usual: .words("none")
        ) {
            $0.support.stripeKey = $1
            return !$1.isEmpty
        },
        Setting(
            .stripeSecret, "The secret with which Stripe signs its reports to `/v1/support/reports`.",
            allowed: "text", usual: .words("none")
        ) {
            $0.support.stripeSecret = $1
            return !$1.isEmpty
        },
        Setting(
            .stripeURL, "Where Stripe's API is; another address is for trials.",
            allowed: "an http or https address",
            usual: .value { $0.support.stripe?.absoluteString ?? "" }
        ) {
            guard let address = URL(string: $1), ["http", "https"].contains(address.scheme ?? ""),
                address.host() != nil
            else { return false }
            $0.support.stripe = address
            return true
        },
    ]
}
