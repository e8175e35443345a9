import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import People

/// Voluntary payments to those who run the service.
struct SupportRoutes: Sendable {
    let offer: SupportOffer
    let gifts: any GiftStore
    let environment: APIEnvironment

    /// The bytes of the longest report that is read; providers' reports have a few thousand.
    private static let longestReport = 256 * 1_024

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/support", .everyone, handler: read),
            Endpoint(.post, "/v1/support/checkouts", .everyone, handler: open),
            Endpoint(.get, "/v1/support/gifts/{visit}", .everyone, handler: gift),
            Endpoint(.post, "/v1/support/reports", .everyone, handler: report),
        ]
    }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(SupportAnswer(offer))
    }

    /// Opens a page of the provider on which to pay one of the offered amounts.
    @Sendable private func open(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let checkout = offer.checkout else { throw UnreadBody(cause: Problem(.notOffered)) }
        let body = try await request.bytes(upTo: BodyLimits.account)
        let wish = try JSON.decodeStrictly(GiftRequest.self, from: Data(body.readableBytesView))
        guard checkout.amounts.contains(wish.amount) else {
            let amounts = checkout.amounts.map(String.init).joined(separator: ", ")
            throw Problem(
                .invalidGift,
                errors: [Problem.Detail(pointer: "/amount", detail: "The amount is one of \(amounts).")])
        }
        let quota = try environment.signInLimits.countGift(request, context)
        let page: URL
        do throws(PaymentFailure) {
            page = try await checkout.provider.open(
                wish.amount * 100, in: checkout.currency, language: request.preferredLanguage,
                returningTo: "\(environment.base(of: request))/support")
        } catch {
            context.logger.warning("no page of payment", metadata: ["reason": "\(error.reason)"])
            throw Problem(.paymentFailed)
        }
        var headers: HTTPFields = [.cacheControl: Freshness.personal]
        headers.append(contentsOf: quota)
        return try JSON.response(OpenedCheckout(url: page), status: .created, headers: headers)
    }

    /// Thanks for a gift, once the provider has reported it.
    @Sendable private func gift(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let gift = try await gifts.gift(of: context.parameters.get("visit") ?? "")
        else { throw Problem(.unknownGift) }
        return try JSON.response(GiftAnswer(gift), headers: [.cacheControl: Freshness.personal])
    }

    /// Takes a report of the provider, who repeats it until it is answered with success.
    @Sendable private func report(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let signature = request.headers[.stripeSignature]
        else { throw UnreadBody(cause: Problem(.forgedReport)) }
        guard let provider = offer.checkout?.provider else { throw UnreadBody(cause: Problem(.notOffered)) }
        let body = Data(try await request.bytes(upTo: Self.longestReport).readableBytesView)
        let now = environment.now()
        let event: PaymentEvent?
        do {
            event = try provider.event(in: body, signedBy: signature, at: now)
        } catch {
            throw Problem(.forgedReport)
        }
        if let event { try await gifts.keep(event, at: now) }
        return Response(status: .noContent, headers: [.cacheControl: Freshness.personal])
    }
}

extension HTTPField.Name {
    fileprivate static let stripeSignature = named("Stripe-Signature")
}
