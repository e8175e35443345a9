package import API
import Caching
package import Delivery
package import Foundation
package import Help
import People

/// Asks Open Food Facts, or a copy of it, for the facts of a product, and enters those that nobody has entered.
///
/// Documented at <https://openfoodfacts.github.io/openfoodfacts-server/api/>: a request says who sends it, and an address may
/// read 15 products a minute.
package actor OpenFoodFacts: ProductSource {
    /// What came of asking about a product, and until when it is repeated.
    private struct Kept {
        let result: Result<ProductFacts?, ProductFailure>
        let end: Date
    }

    /// An account of the operator at Open Food Facts.
    package struct EntryAccount: Sendable {
        let name: String
        let password: String
    }

    package nonisolated let definition: ProductDefinition
    private let client: GuardedClient
    private let address: URL
    private let entryAccount: EntryAccount?
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
    ///   - account: Under which products are entered; `nil` if none are.
    ///   - definition: How it is asked.
    ///   - now: The present.
    package init(
        through client: GuardedClient, at address: URL, as account: EntryAccount?,
        by definition: ProductDefinition = .builtIn, now: @escaping @Sendable () -> Date
    ) {
        (self.client, self.address, self.entryAccount) = (client, address, account)
        (self.definition, self.now) = (definition, now)
    }

    package nonisolated var account: String? { entryAccount?.name }

    // Not isolated, so that it may hand over to `flights`, which is not of the actor, what to do.
    package nonisolated func facts(of barcode: Barcode) async throws(ProductFailure) -> ProductFacts? {
        let result = await flights.value(for: barcode) { await keptOrAsked(barcode) }
        return try result.get()
    }

    /// What is kept, or else what comes of asking, unless too many were asked for.
    private func keptOrAsked(_ barcode: Barcode) async -> Result<ProductFacts?, ProductFailure> {
        let start = now()
        if let known = kept[barcode], known.end > start { return known.result }
        guard count(1) else { return .failure(.tooMany) }
        let result: Result<ProductFacts?, ProductFailure>
        do throws(ProductFailure) {
            result = .success(try await fetched(barcode))
        } catch {
            result = .failure(error)
        }
        keep(result, from: start, for: barcode)
        return result
    }

    /// Counts requests, if as many may still be sent in this minute.
    private func count(_ requests: Int) -> Bool {
        let present = now()
        asked.removeAll { present.timeIntervalSince($0) >= 60 }
        guard asked.count + requests <= definition.requestsPerMinute else { return false }
        asked += Array(repeating: present, count: requests)
        return true
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
        case let outcome: throw Self.failure(of: outcome)
        }
    }

    private static func failure(of outcome: ExchangeOutcome) -> ProductFailure {
        switch outcome {
        case .answered(let status, _): .failed("answered \(status)")
        case .unusable(let reason), .forbidden(let reason), .broken(let reason): .failed(reason)
        case .late: .failed("too slow")
        }
    }

    /// Nothing that somebody has entered is replaced: what is kept may be an hour old, so it is asked for again.
    package func enter(_ product: EnteredProduct) async throws(ProductFailure) {
        guard let entryAccount else { preconditionFailure("products are entered with an account only") }
        guard count(2) else { throw .tooMany }
        let start = now()
        let facts = try await fetched(product.barcode)
        guard facts == nil else {
            keep(.success(facts), from: start, for: product.barcode)
            throw .known
        }
        try await send(product, by: entryAccount)
        // The next reader asks anew.
        kept.keep(Kept(result: .success(nil), end: start), bytes: Self.digits, for: product.barcode)
    }

    private func send(
        _ product: EnteredProduct, by account: EntryAccount
    ) async throws(ProductFailure) {
        let facts = [
            ("code", product.barcode.digits), ("lang", product.language.rawValue),
            ("product_name", product.name), ("quantity", product.quantity),
            ("ingredients_text", product.ingredients),
        ]
        let form =
            facts.filter { !$0.1.isEmpty } + [("user_id", account.name), ("password", account.password)]
        let exchange = Exchange(
            url: definition.entryAddress(at: address), form: Exchange.form(of: form),
            contentTypes: ["application/json"], byteLimit: 64 * 1_024)
        switch await client.perform(exchange) {
        case .answered(200, let body) where definition.isEntered(body): return
        case .answered(200, _): throw .failed("the product was refused")
        case let outcome: throw Self.failure(of: outcome)
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
        productFacts.map { address in
            let account = productAccount.flatMap { name in
                productPassword.map { OpenFoodFacts.EntryAccount(name: name, password: $0) }
            }
            return OpenFoodFacts(through: client, at: address, as: account, now: now)
        }
    }

    /// Makes sure that what belongs together is there.
    func checkProducts() throws {
        guard (productAccount == nil) == (productPassword == nil)
        else { throw ConfigurationMistake("product-account and product-password need one another") }
        guard productAccount == nil || productFacts != nil
        else { throw ConfigurationMistake("product-account needs product-facts: where products are entered") }
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
        },
        Setting(
            .productAccount,
            "The name of your account there; with it, people may enter products on `/foods` that nobody has "
                + "entered. Needs `product-password`.",
            allowed: "text", usual: .words("none")
        ) {
            $0.productAccount = $1
            return !$1.isEmpty
        },
        Setting(
            .productPassword, "The password of that account.", allowed: "text", usual: .words("none")
        ) {
            $0.productPassword = $1
            return !$1.isEmpty
        },
    ]
}
