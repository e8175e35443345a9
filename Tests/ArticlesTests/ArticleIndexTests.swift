import Storage
import Testing

/// The search for articles.
@Suite struct ArticleIndexTests {
    private static func index() throws -> ArticleIndex {
        try ArticleIndex(
            [
                (
                    "Heuschnupfen", "Pollen", "Was Gräser und Birken anrichten",
                    "Die Straße ist im Frühling voll davon."
                ),
                (
                    "Allergie au bouleau", "pollen", "Éternuements au printemps",
                    "Le rhume des foins dure des semaines."
                ),
                ("Alergia al polen", "asma", "El niño tose", "La respiración en otoño."),
                (
                    "Asthma attacks", "asthma", "Breathing is hard",
                    "Pollen can trigger an attack, hay fever too."
                ),
                (
                    "Perché si starnutisce", "polline", "La primavera è difficile",
                    "Le graminacee e l’ambrosia."
                ),
            ].map { ArticleEntry(title: $0.0, keywords: $0.1, summary: $0.2, body: $0.3) })
    }

    @Test(arguments: [
        ("Heuschnupfen", [0]), ("heuschn", [0]), ("GRASER", [0]), ("straße", [0]), ("strasse", [0]),
        ("eternuements", [1]), ("rhume des foins", [1]), ("nino", [2]), ("otoño", [2]), ("perche", [4]),
        ("è", [4]), ("hay fever", [3]), ("", []), ("…", []), ("zzzzzz", []), ("\"", []), ("NEAR(a b)", []),
    ])
    func `words, their beginnings and words without accents are found`(text: String, places: [Int]) throws {
        #expect(try Self.index().entries(for: text) == places)
    }

    @Test(arguments: [
        ("Heuschnuppfen", 0), ("Heuschnufpen", 0), ("heuschnpfen", 0), ("buoleau", 1), ("bouleaux", 1),
        ("respiracoin", 2), ("polenn", 2), ("astma", 3), ("breathng", 3), ("graminacce", 4), ("ambrossia", 4),
    ])
    func `a word with a typing mistake stands for the one that was meant`(text: String, place: Int) throws {
        #expect(try Self.index().entries(for: text).first == place)
    }

    @Test func `titles come before texts, and all words before some`() throws {
        let index = try Self.index()
        #expect(try index.entries(for: "asthma").first == 3)
        #expect(Set(try index.entries(for: "pollen")) == [0, 1, 3])
        #expect(try index.entries(for: "pollen attack") == [3])
        #expect(try index.entries(for: "heuschnupfen ambrosia").sorted() == [0, 4])
        #expect(try index.entries(for: "heuschnupfen zzzzzz") == [0])
    }

    @Test func `a search of any characters and length is answered`() throws {
        let index = try Self.index()
        for text in [
            "* OR pollen", "pollen AND NOT", "{title}: pollen", "^pollen$", "a\u{0}b", "💥", "-pollen",
        ] {
            _ = try index.entries(for: text)
        }
        #expect(try index.entries(for: String(repeating: "pollen ", count: 10_000)).count == 3)
        #expect(try index.entries(for: String(repeating: "p", count: 100_000)).isEmpty)
    }
}
