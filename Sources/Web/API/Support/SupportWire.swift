import Foundation
import HTTP
import People

/// `GET /v1/support`.
struct SupportAnswer: Encodable {
    let link: URL?
    /// By its code of ISO 4217.
    let currency: String?
    /// Whole units of the currency.
    let amounts: [Int]?

    init(_ offer: SupportOffer) {
        link = offer.link
        currency = offer.checkout?.currency
        amounts = offer.checkout?.amounts
    }
}

/// `POST /v1/support/checkouts`.
struct GiftRequest: StrictDocument {
    static let members: Set = ["amount"]

    /// Whole units of the currency.
    let amount: Int
}

/// The provider's page.
struct OpenedCheckout: Encodable {
    let url: URL
}

/// `GET /v1/support/gifts/{visit}`.
struct GiftAnswer: Encodable {
    /// Units of the currency, with hundredths.
    let amount: Decimal
    let currency: String
    let paid: Date
    let receipt: URL?

    init(_ gift: Gift) {
        amount = Decimal(gift.amount) / 100
        (currency, paid, receipt) = (gift.currency, gift.paid, gift.receipt)
    }
}
