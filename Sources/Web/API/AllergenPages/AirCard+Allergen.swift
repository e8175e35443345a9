import Allergens
import Observations

extension AirCard {
    /// The words for an allergen: the highest newest value at a station, and how many stations are at each level.
    init(_ report: AllergenReport, text: PlaceText, colours: LevelColours) {
        let allergen = report.allergen
        let highest = report.now?.highest
        title = text.name(of: allergen)
        day = text.longDay(report.today)
        let level = highest?.level
        self.level = level
        index = highest.flatMap { highest in
            Scale.standard(for: allergen).map { text.number($0.bounds.index(of: highest.value.value)) }
        }
        colour = level.flatMap { colours[$0] }
        if let highest {
            let quantity = text.quantity(highest.value.value, allergen.unit)
            let words = level.map { text.level($0) }
            verdict = text("allergen.now.unrated", ["value": words ?? quantity])
            let origin = [text.basis(highest.value.basis), text.dayOfYear(highest.value.day)]
            facts = [
                highest.station.name,
                ((words == nil ? [] : [quantity]) + origin).joined(separator: " · "),
            ]
        } else {
            verdict = text.capitalised(text.level(nil))
            facts = [text.firstSentence(report.now == nil ? "allergen.notMeasured" : "allergen.now.none")]
        }
        rows = (report.now?.counts ?? []).map { level, stations in
            Row(
                name: text.capitalised(text.level(level)),
                words: text.counted("allergen.now.stations", stations), level: level, colour: colours[level])
        }
        notes =
            ["Breathe Easy · \(text("notMedical"))"]
            + (report.credits.isEmpty ? [] : [text.source(report.credits)])
    }
}

extension PlaceText {
    /// A message's first sentence, where there is no room for more.
    fileprivate func firstSentence(_ key: String) -> String {
        let words = self(key)
        return words.firstIndex(of: ".").map { String(words[...$0]) } ?? words
    }
}
