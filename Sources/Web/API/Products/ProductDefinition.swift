package import Foundation
package import Help

/// How facts about food are asked for by barcode, and what its answers mean: `open-food-facts.json`.
package struct ProductDefinition: Decodable, Sendable {
    /// Who has the facts.
    package let name: String
    package let licence: String
    package let licenceAddress: String
    /// The path of a product, with `{barcode}`.
    let path: String
    /// The members of a product that are asked for.
    let fields: String
    /// The path that takes a product as a form.
    let entryPath: String
    /// The page on which people read and mend the facts, with `{barcode}`.
    let page: String
    /// The most requests that may be sent in a minute; their limit is 15 an address.
    package let requestsPerMinute: Int
    /// What has to be named on labels, such as `eu.milk`, by the tag that stands for it.
    let groups: [String: String]

    /// The definition that is built in.
    package static let builtIn: ProductDefinition = {
        guard
            let definition = try? JSONDecoder().decode(
                ProductDefinition.self, from: Data(EmbeddedFiles["Products/open-food-facts.json"]))
        else { preconditionFailure("the definition of facts about food is valid JSON") }
        return definition
    }()

    /// Where the facts of a product are.
    package func address(of barcode: Barcode, at service: URL) -> URL {
        service.appending(path: path.replacing("{barcode}", with: barcode.digits))
            .appending(queryItems: [URLQueryItem(name: "fields", value: fields)])
    }

    /// Where a product is entered.
    package func entryAddress(at service: URL) -> URL { service.appending(path: entryPath) }

    /// Whether an answer says that a product was entered.
    package func isEntered(_ body: Data) -> Bool {
        (try? JSONDecoder().decode(Answer.self, from: body))?.status == 1
    }

    /// Reads an answer.
    ///
    /// - Returns: `nil` if nobody has entered the product.
    /// - Throws: A `DecodingError` if it is no answer of this kind.
    package func facts(of barcode: Barcode, in body: Data) throws -> ProductFacts? {
        let answer = try JSONDecoder().decode(Answer.self, from: body)
        guard answer.status != 0, let product = answer.product else { return nil }
        let contained = product.allergens_tags ?? []
        let traces = product.traces_tags ?? []
        let contains = Set(contained.compactMap { groups[$0] })
        return ProductFacts(
            barcode: barcode, name: Self.plain(product.product_name, upTo: 200),
            quantity: Self.plain(product.quantity, upTo: 60),
            contains: contains.sorted(),
            mayContain: Set(traces.compactMap { groups[$0] }).subtracting(contains).sorted(),
            others: Self.others(in: contained + traces, besides: groups),
            categories: Self.categories(in: product.categories_tags ?? []),
            page: page.replacing("{barcode}", with: barcode.digits))
    }

    /// Whether an answer says that nobody has entered the product, and not only that there is no such page.
    package func isAbsence(_ body: Data) -> Bool {
        (try? JSONDecoder().decode(Answer.self, from: body))?.status == 0
    }

    private struct Answer: Decodable {
        let status: Int
        let product: Product?
    }

    private struct Product: Decodable {
        let product_name: String?
        let quantity: String?
        let allergens_tags: [String]?
        let traces_tags: [String]?
        let categories_tags: [String]?
    }

    /// One line of what somebody wrote; `nil` if it is empty.
    private static func plain(_ text: String?, upTo limit: Int = .max) -> String? {
        let kept = (text ?? "").map { $0.isNewline || $0 == "\t" ? " " : $0 }
            .filter { character in
                character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            }
        let line = String(kept.prefix(limit)).trimmingCharacters(in: .whitespaces)
        return line.isEmpty ? nil : line
    }

    /// Tags that stand for no group, as words.
    ///
    /// All of them, because somebody may be allergic to any. That somebody chose “none” says nothing: it may mean that
    /// they did not look.
    private static func others(in tags: [String], besides groups: [String: String]) -> [String] {
        let names = tags.filter { groups[$0] == nil }.compactMap { tag in
            plain(tag.split(separator: ":").last.map { String($0.replacing("-", with: " ")) })
        }
        return Set(names).subtracting(["none"]).sorted()
    }

    /// The most categories of a product that are answered: the narrowest, which are the last.
    private static let mostCategories = 40

    /// Categories as words, of those that the catalogue knows, whose names are English; the widest comes first.
    private static func categories(in tags: [String]) -> [String] {
        let known = tags.filter { $0.hasPrefix("en:") }.compactMap {
            plain(String($0.dropFirst(3)).replacing("-", with: " "), upTo: 100)
        }
        return Array(known.suffix(mostCategories))
    }
}

/// What others wrote about a product.
package struct ProductFacts: Hashable, Sendable {
    package let barcode: Barcode
    package let name: String?
    /// How much is in it, as on the label.
    package let quantity: String?
    /// The groups that it is said to contain, such as `eu.milk`; that a group is missing says nothing.
    package let contains: [String]
    /// The groups of which traces may be in it.
    package let mayContain: [String]
    /// What else is named among its allergens, in words.
    package let others: [String]
    /// The categories to which it belongs, in English words, the widest first.
    package let categories: [String]
    /// The page on which people read and mend the facts.
    package let page: String
}

/// Has facts about food by barcode.
package protocol ProductSource: Sendable {
    var definition: ProductDefinition { get }

    /// The operator's account under which products are entered; `nil` if none are.
    var account: String? { get }

    /// The facts of a product.
    ///
    /// - Returns: `nil` if nobody has entered it.
    /// - Throws: ``ProductFailure``.
    func facts(of barcode: Barcode) async throws(ProductFailure) -> ProductFacts?

    /// Enters a product that nobody has entered.
    ///
    /// - Throws: ``ProductFailure``.
    func enter(_ product: EnteredProduct) async throws(ProductFailure)
}

/// Why there are no facts now, or a product cannot be entered.
package enum ProductFailure: Error, Hashable {
    /// Somebody has entered the product that is to be entered.
    case known
    /// As many were asked for as may be in a minute.
    case tooMany
    /// In words for the operator.
    case failed(String)
}
