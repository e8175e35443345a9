package import API
import Caching
package import Delivery
package import Foundation
package import Help

/// Asks Open Food Facts, or a copy of it, for the facts of a product.
///
/// Documented at <https://openfoodfacts.github.io/openfoodfacts-server/api/>: a request says who sends it, and an address may
/// read 15 products a minute.
package actor OpenFoodFacts: ProductSource {
    /// What came of asking about a product, and until when it is repeated.
    private struct Kept {
        let result: Result<ProductFacts?, ProductFailure>
        let end: Date
    }

    package nonisolated let definition: ProductDefinition
    private let client: GuardedClient
    private let address: URL
    private let now: @Sendable () -> Date
    private var kept = BoundedCache<Barcode, Kept>(capacity: 4 << 20)
    /// Lets those who ask for the same product at the same time share a request.
    private let flights = SingleFlight<Barcode, Result<ProductFacts?, ProductFailure>>()
    /// When something was asked in the last minute.
    private var asked: [Date] = []

    /// Labels do not change within a day.
    private static let lifetime = 86_400.0
    /// A product that nobody knows may be entered soon.
    private static let absence = 3_600.0
    /// Somebody who tries again at once would use up what all may ask in a minute.
    private static let respite = 5.0

    /// - Parameters:
    ///   - client: What sends the requests.
    ///   - address: Where the service is.
    ///   - definition: How it is asked.
    ///   - now: The present.
    package init(
        through client: GuardedClient, at address: URL, by definition: ProductDefinition = .builtIn,
        now: @escaping @Sendable () -> Date
    ) {
        (self.client, self.address, self.definition, self.now) = (client, address, definition, now)
    }

    // Not isolated, so that it may hand over to `flights`, which is not of the actor, what to do.
    package nonisolated func facts(of barcode: Barcode) async throws(ProductFailure) -> ProductFacts? {
        let result = await flights.value(for: barcode) { await keptOrAsked(barcode) }
        return try result.get()
    }

    /// What is kept, or else what comes of asking, unless too many were asked for.
    private func keptOrAsked(_ barcode: Barcode) async -> Result<ProductFacts?, ProductFailure> {
        let start = now()
        if let known = kept[barcode], known.end > start { return known.result }
        asked.removeAll { start.timeIntervalSince($0) >= 60 }
        guard asked.count < definition.requestsPerMinute else { return .failure(.tooMany) }
        asked.append(start)
        let result: Result<ProductFacts?, ProductFailure>
        do throws(ProductFailure) {
            result = .success(try await fetched(barcode))
        } catch {
            result = .failure(error)
        }
        keep(result, from: start, for: barcode)
        return result
    }

    private func keep(
        _ result: Result<ProductFacts?, ProductFailure>, from start: Date, for barcode: Barcode
    ) {
        let (lifetime, bytes) =
            switch result {
            case .success(.some(let facts)): (Self.lifetime, Self.bytes(of: facts))
            case .success(.none): (Self.absence, Self.digits)
            case .failure: (Self.respite, Self.digits)
            }
        kept.keep(Kept(result: result, end: start.addingTimeInterval(lifetime)), bytes: bytes, for: barcode)
    }

    private func fetched(_ barcode: Barcode) async throws(ProductFailure) -> ProductFacts? {
        let exchange = Exchange(
            url: definition.address(of: barcode, at: address), contentTypes: ["application/json"],
            byteLimit: 64 * 1_024)
        switch await client.perform(exchange) {
        case .answered(200, let body):
            do { return try definition.facts(of: barcode, in: body) } catch {
                throw .failed("the answer is not what the definition says")
            }
        case .answered(404, let body) where definition.isAbsence(body): return nil
        case .answered(let status, _): throw .failed("answered \(status)")
        case .unusable(let reason), .forbidden(let reason), .broken(let reason): throw .failed(reason)
        case .late: throw .failed("too slow")
        }
    }

    /// The most bytes of a barcode.
    private static let digits = 14

    private static func bytes(of facts: ProductFacts) -> Int {
        let texts = facts.contains + facts.mayContain + facts.others + facts.categories
        return digits + texts.reduce(facts.page.utf8.count) { $0 + $1.utf8.count + 16 }
            + (facts.name?.utf8.count ?? 0) + (facts.quantity?.utf8.count ?? 0)
    }
}

extension ServerConfiguration {
    /// Where facts about food come from, if anywhere.
    func products(through client: GuardedClient, now: @escaping @Sendable () -> Date) -> OpenFoodFacts? {
        productFacts.map { OpenFoodFacts(through: client, at: $0, now: now) }
    }
}

extension Setting {
    /// From where facts about food come.
    static let products: [Setting] = [
        Setting(
            .productFacts,
            "Where Open Food Facts is, `https://world.openfoodfacts.org`, or a copy of it; it opens the check of "
                + "products on `/foods`.",
            allowed: "an http or https address", usual: .words("none")
        ) {
            guard let address = URL(string: $1), ["http", "https"].contains(address.scheme ?? ""),
                address.host() != nil
            else { return false }
            $0.productFacts = address
            return true
        }
    ]
}
