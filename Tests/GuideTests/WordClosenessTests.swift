import Testing

@testable import Guide

/// Words of a question, compared with words of the guide.
@Suite struct WordClosenessTests {
    private func closeness(_ asked: String, _ known: String) -> Int {
        WordCloseness.of(Array(asked.utf16), to: Array(known.utf16))
    }

    @Test func `a question is the same with capitals, diacritics and ligatures or without`() {
        #expect(
            GuideQuestion.words(of: "Ça CŒUR, Straße-12 «l’été»") == [
                "ca", "coeur", "strasse", "12", "l", "ete",
            ])
        #expect(GuideQuestion.words(of: "  ?! ") == [])
    }

    @Test func `the product's name is no question about breathing`() {
        #expect(GuideQuestion("Is Breathe Easy free, is it easy").words == ["is", "free", "it", "easy"])
        #expect(GuideQuestion("I breathe badly").words == ["i", "breathe", "badly"])
    }

    @Test(arguments: [
        ("dose", "dose", 10), ("dos", "dose", 8), ("stations", "station", 7), ("notifica", "notifiche", 7),
        ("pasword", "password", 6), ("pollne", "pollen", 6), ("notfallnummer", "nummer", 5),
        ("notificatoin", "notification", 6), ("dose", "nose", 0), ("paint", "faint", 0), ("cat", "car", 0),
        ("dosage", "passage", 0), ("", "dose", 0),
    ])
    func `a word is close to the same word with an ending, a typing mistake or a part before it`(
        asked: String, known: String, expected: Int
    ) {
        #expect(closeness(asked, known) == expected, "\(asked), \(known)")
    }

    @Test func `a trigger needs all of its words, also mistyped or with another ending`() {
        let triggers = GuideTrigger.list("swollen tongue, faint*, keine luft")
        func isMet(_ question: String) -> Bool { triggers.contains { $0.isMet(by: GuideQuestion(question)) } }
        for question in ["My tongue is swolen", "fainting", "she fanited", "Luft? Keine!"] {
            #expect(isMet(question), "\(question)")
        }
        for question in ["swollen feet", "tongue", "painting", "Luftqualität", ""] {
            #expect(!isMet(question), "\(question)")
        }
    }
}
