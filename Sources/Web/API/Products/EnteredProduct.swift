import HTTP
package import Help
package import People

/// A product as somebody typed it from its label, to be entered where facts about products are.
package struct EnteredProduct: Hashable, Sendable {
    /// The most characters of each text.
    package static let (nameLength, quantityLength, ingredientsLength) = (100, 60, 4_000)

    package let barcode: Barcode
    package let name: String
    /// How much is in it, as on the label; empty if nobody typed it.
    package let quantity: String
    /// What the label names; empty if nobody typed it.
    package let ingredients: String
    /// The language of these words.
    package let language: Language

    package init(
        barcode: Barcode, name: String, quantity: String, ingredients: String, language: Language
    ) {
        (self.barcode, self.name, self.quantity) = (barcode, name, quantity)
        (self.ingredients, self.language) = (ingredients, language)
    }
}

/// A product to be entered, as it is sent.
struct EnteredProductDocument: StrictDocument {
    static let members: Set = ["name", "quantity", "ingredients", "language", "agreed"]

    let name: String
    let quantity: String?
    let ingredients: String?
    let language: String
    /// Whether the person agrees that this product is published under the licence of the source.
    let agreed: Bool

    func checked(for barcode: Barcode) throws -> EnteredProduct {
        let (quantity, ingredients) = (quantity ?? "", ingredients ?? "")
        var mistakes = Mistakes(.invalidRecord)
        mistakes.text(name, within: 1...EnteredProduct.nameLength, at: "/name")
        if HelpText.plain(name).isEmpty { mistakes.note("/name", "A name has letters.") }
        mistakes.text(quantity, within: 0...EnteredProduct.quantityLength, at: "/quantity")
        mistakes.text(ingredients, within: 0...EnteredProduct.ingredientsLength, at: "/ingredients")
        if !agreed { mistakes.note("/agreed", "A product is only entered for somebody who agrees to that.") }
        let tongue = mistakes.word(language, at: "/language", as: Language.self)
        try mistakes.check()
        guard let tongue else { preconditionFailure("what was checked has no mistakes") }
        return EnteredProduct(
            barcode: barcode, name: name, quantity: quantity, ingredients: ingredients, language: tongue)
    }
}
