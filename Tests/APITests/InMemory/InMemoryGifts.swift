import Foundation
import People
import SampleTesting

@testable import API

/// Gifts, and a provider whose reports are signed with one word.
struct InMemoryGifts: GiftStore, PaymentProvider {
    let kept = Guarded<[PaymentEvent]>([])
    let opened = Guarded<[String]>([])
    let failure = Guarded<String?>(nil)

    var offer: SupportOffer {
        SupportOffer(
            link: URL(string: "https://giving.example/breathe"),
            checkout: SupportOffer.Checkout(currency: "EUR", amounts: [5, 10], provider: self))
    }

    func keep(_ event: PaymentEvent, at now: Date) async throws { kept.value.append(event) }

    func gift(of visit: String) async throws -> Gift? {
        kept.value.lazy.compactMap { event -> Gift? in
            guard case .paid(_, visit, let amount, let currency) = event else { return nil }
            return Gift(visit: visit, amount: amount, currency: currency, paid: noon, receipt: nil)
        }.first
    }

    func open(
        _ amount: Int, in currency: String, language: Language, returningTo page: String
    ) async throws(PaymentFailure) -> URL {
        if let reason = failure.value { throw PaymentFailure(reason) }
        opened.value.append("\(amount) \(currency) \(language.rawValue) \(page)")
        guard let page = URL(string: "https://pay.example/1") else { throw PaymentFailure("no address") }
        return page
    }

    func event(
        in body: Data, signedBy signature: String, at now: Date
    ) throws(ForgedReport) -> PaymentEvent? {
        guard signature == "signed" else { throw ForgedReport() }
        return body.count > 2
            ? .paid(payment: "pi_1", visit: "cs_1", amount: 1_050, currency: "EUR") : nil
    }
}
