package import API
import Crypto
import Delivery
package import Foundation
package import People

/// Takes payments on Stripe Checkout, a page of Stripe's own.
///
/// Documented at <https://docs.stripe.com/api/checkout/sessions/create> and <https://docs.stripe.com/webhooks>.
package struct StripePayments: PaymentProvider {
    let client: GuardedClient
    /// Where Stripe's API is.
    let address: URL
    /// The secret key of the operator's account.
    let key: String
    /// The secret with which Stripe signs its reports to the operator's endpoint.
    let secret: String

    package func open(
        _ amount: Int, in currency: String, language: Language, returningTo page: String
    ) async throws(PaymentFailure) -> URL {
        let form = [
            ("mode", "payment"), ("submit_type", "donate"), ("locale", language.rawValue),
            ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", currency.lowercased()),
            ("line_items[0][price_data][unit_amount]", "\(amount)"),
            ("line_items[0][price_data][product_data][name]", "Breathe Easy"),
            // Stripe puts the name of the visit in the place of the braces.
            ("success_url", "\(page)?visit={CHECKOUT_SESSION_ID}"), ("cancel_url", page),
        ]
        let exchange = Exchange(
            url: address.appending(path: "v1/checkout/sessions"),
            headers: [("Authorization", "Bearer \(key)")], form: Exchange.form(of: form),
            contentTypes: ["application/json"], byteLimit: 256 * 1_024)
        switch await client.perform(exchange) {
        case .answered(200, let body):
            guard let opened = try? JSONDecoder().decode(Opened.self, from: body),
                opened.url.scheme == "https" || address.scheme == "http"
            else { throw PaymentFailure("Stripe's answer names no page") }
            return opened.url
        case .answered(let status, let body):
            let code = (try? JSONDecoder().decode(Refused.self, from: body))?.error
            throw PaymentFailure(
                "Stripe answered \(status)" + (code.map { ", \($0.code ?? $0.type)" } ?? ""))
        case .unusable(let reason), .forbidden(let reason), .broken(let reason): throw PaymentFailure(reason)
        case .late: throw PaymentFailure("Stripe was too slow")
        }
    }

    private struct Opened: Decodable {
        let url: URL
    }

    private struct Refused: Decodable {
        struct Reason: Decodable {
            let type: String
            let code: String?
        }

        let error: Reason
    }
}

/// Stripe's reports.
extension StripePayments {
    /// Seconds for which a signature is valid, as in Stripe's own libraries.
    private static let tolerance = 300.0

    package func event(
        in body: Data, signedBy signature: String, at now: Date
    ) throws(ForgedReport) -> PaymentEvent? {
        guard isSigned(body, by: signature, at: now) else { throw ForgedReport() }
        guard let report = try? JSONDecoder().decode(Report.self, from: body) else { return nil }
        let object = report.data.object
        switch report.type {
        case "checkout.session.completed", "checkout.session.async_payment_succeeded":
            guard object.payment_status == "paid", let payment = object.payment_intent,
                let amount = object.amount_total, amount > 0, let currency = object.currency,
                currency.utf8.count == 3
            else { return nil }
            return .paid(
                payment: payment, visit: object.id, amount: amount, currency: currency.uppercased())
        case "charge.succeeded", "charge.updated":
            guard let payment = object.payment_intent, let receipt = object.receipt_url,
                receipt.scheme == "https"
            else { return nil }
            return .receipt(payment: payment, receipt)
        default: return nil
        }
    }

    /// Whether one of the signatures in a header such as `t=1492774577,v1=5257a8…` is of the body and recent.
    private func isSigned(_ body: Data, by header: String, at now: Date) -> Bool {
        let parts = header.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
            .filter { $0.count == 2 }
        guard let time = parts.first(where: { $0[0] == "t" })?[1], let seconds = Double(time),
            abs(now.timeIntervalSince1970 - seconds) <= Self.tolerance
        else { return false }
        let signed = Data("\(time).".utf8) + body
        return parts.contains { part in
            guard part[0] == "v1", let code = Self.bytes(part[1]) else { return false }
            return HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: signed, using: SymmetricKey(data: Data(secret.utf8)))
        }
    }

    private static func bytes(_ hexadecimal: Substring) -> Data? {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        guard digits.count == hexadecimal.count, digits.count.isMultiple(of: 2) else { return nil }
        return Data(
            stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }

    /// What is read of a report; Stripe's names.
    private struct Report: Decodable {
        struct Subject: Decodable {
            let object: Object
        }

        struct Object: Decodable {
            let id: String
            let payment_status: String?
            let payment_intent: String?
            let amount_total: Int?
            let currency: String?
            let receipt_url: URL?
        }

        let type: String
        let data: Subject
    }
}
