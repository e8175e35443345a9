import Alerts
import Allergens
import Foundation
import Observations
import People
import Testing

@testable import Localisation

@Suite struct MessageCatalogueTests {
    private static let alder = Allergen.ID(rawValue: "alder")

    private static let alerts: [Alert] = {
        let kinds: [Alert.Kind] = [.station, .forecast]
        let values = kinds.flatMap { kind in
            Alert.Message.allCases.flatMap { message in
                Basis.allCases.flatMap { basis in
                    Level.allCases.flatMap { level in
                        Fence.Gauge.allCases.map { gauge in
                            Alert.value(
                                level: level, kind: kind, message: message, basis: basis, gauge: gauge)
                        }
                    }
                }
            }
        }
        let reports = Alert.Message.allCases.flatMap { message in
            [[], ["birch"], ["birch", "grass", "cat"]].flatMap { allergens in
                [1, 2, 1_234].map { count in
                    Alert.report(
                        of: allergens, count: count, confirmations: count - 1, symptoms: Symptom.allCases,
                        comment: count == 2 ? "by the {river}" : nil, message: message)
                }
            }
        }
        let names = Taxonomy.standard.allergens.map { Alert.value(1.5, of: $0.id.rawValue) }
        return values + reports + names
    }()

    private static let concerns: [LedgerEntry.Concern] = [nil, 0, 640, 42_000].flatMap { distance in
        [[], ["Home"], ["Home", "Work", "L’école"]].map {
            LedgerEntry.Concern(
                fences: $0, distance: distance,
                crossReaction: distance == 0 ? Allergen.ID(rawValue: "alder") : nil)
        }
    }

    /// Whether nothing of a template is left in a line: no braces, no line breaks,
    /// and no gaps where words belong.
    ///
    /// Byte by byte, because there are half a million lines.
    private static func isWhole(_ line: String) -> Bool {
        var last = UInt8(0)
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\n"): return false
            case UInt8(ascii: " ") where last == byte || last == UInt8(ascii: "("): return false
            case UInt8(ascii: ".") where last == byte: return false
            case UInt8(ascii: ")") where last == UInt8(ascii: " "): return false
            default: last = byte
            }
        }
        return true
    }

    @Test(arguments: Language.allCases, Tone.allCases)
    func `every alert has a text for everybody`(language: Language, tone: Tone) {
        let book = MessageCatalogue(language, tone)
        for alert in Self.alerts {
            let lines = [book.headline(of: alert), book.title(of: alert), book.description(of: alert)]
            let told = Self.concerns.flatMap { book.lines(of: alert, concern: $0, timeZone: berlin) }
            for line in lines + told + [book.event(of: alert), book.area(of: alert, radius: 50_000)] {
                #expect(!line.isEmpty && line == line.trimmingCharacters(in: .whitespacesAndNewlines))
                #expect(Self.isWhole(line.replacing("{river}", with: "")), "\(line)")
            }
            #expect(lines[0].first?.isLowercase == false, "\(lines[0])")
            #expect(lines[1].count <= 80, "\(lines[1])")
            guard let finding = alert.finding else { continue }
            let unit = Taxonomy.standard[alert.allergens[0]]?.unit
            if unit != nil { #expect(lines[0].contains(book.figures.number(finding.value)), "\(lines[0])") }
            #expect(lines[0].contains("Basel"), "\(lines[0])")
            #expect(lines[0].contains(book.figures.shortDay(finding.day)), "\(lines[0])")
        }
    }

    @Test(arguments: Language.allCases, Tone.allCases)
    func `an alert gives value, level, source, place and times, and says that it is no medical advice`(
        language: Language, tone: Tone
    ) {
        let book = MessageCatalogue(language, tone)
        let concern = LedgerEntry.Concern(fences: ["Home"], distance: 4_240, crossReaction: Self.alder)
        let lines = book.lines(of: .value(), concern: concern, timeZone: berlin)
        let text = lines.joined(separator: "\n")
        for word in [
            "312", book.words(.level(.veryHigh)), "m³", "Basel", "2020", book.words(.quote, [.text: "Home"]),
            "\(book.figures.number(4.2))\u{A0}km", "14:00", book.name(of: Self.alder),
        ] {
            #expect(text.contains(word), "\(word): \(text)")
        }
        #expect(lines.last == book.words(.disclaimer))
    }

    @Test(arguments: Language.allCases, Tone.allCases)
    func `an account mail has a subject and all necessary parts`(language: Language, tone: Tone) {
        let book = MessageCatalogue(language, tone)
        let link = "https://example.org/x?y=1&z={2}"
        let concern = LedgerEntry.Concern(fences: ["Home"], distance: 0)
        let one = (alert: Alert.value(), concern: concern, person: nil as Person?)
        let letters = [
            book.confirmation(link: link), book.test,
            book.digest(of: [one], at: noon, timeZone: berlin),
            book.digest(of: [one, one], at: noon, timeZone: berlin),
            book.letter(of: one.alert, concern: one.concern, timeZone: berlin),
        ]
        for letter in letters {
            #expect(!letter.subject.isEmpty && !letter.subject.contains("\n"))
            #expect(letter.paragraphs.count >= 2 && letter.paragraphs.allSatisfy { !$0.isEmpty })
        }
        #expect(letters[0].paragraphs.joined().contains(link))
        #expect(book.unsubscription(link: link).contains(link) && book.details(link: link).contains(link))
        #expect(book.adviceSource(link: link).contains(link))
        #expect(letters[3].subject.contains("2") && letters[2].subject != letters[3].subject)
        #expect(letters[3].paragraphs.filter { $0.hasPrefix(letters[4].subject) }.count == 2)
    }

    @Test func `an alert for a person names them, in every language`() throws {
        let details = try #require(Person.Details(name: "Mia"))
        let mia = Person(id: .random(), account: Account.ID(rawValue: 2), details: details)
        let concern = LedgerEntry.Concern(fences: ["School"], distance: 0)
        let begins = ["For Mia: ", "Für Mia: ", "Pour Mia\u{A0}: ", "Per Mia: ", "Para Mia: "]
        for (language, begin) in zip(Language.allCases, begins) {
            let book = MessageCatalogue(language)
            let alert = Alert.value()
            let letter = book.letter(of: alert, concern: concern, for: mia, timeZone: berlin)
            #expect(letter.subject == begin + book.headline(of: alert))
            let items: [(alert: Alert, concern: LedgerEntry.Concern, person: Person?)] = [
                (alert, concern, nil), (alert, concern, mia),
            ]
            let digest = book.digest(of: items, at: noon, timeZone: berlin)
            #expect(digest.entries.map { $0[0].hasPrefix(begin) } == [false, true])
        }
    }

    @Test(arguments: [
        (1.0, "100\u{A0}ft"), (640, "2,100\u{A0}ft"), (800, "0.5\u{A0}mi"), (1_609.344, "1\u{A0}mi"),
        (10_000, "6.2\u{A0}mi"), (42_000, "26\u{A0}mi"),
    ])
    func `distances are in feet and miles for readers who prefer them`(metres: Double, text: String) {
        #expect(MessageCatalogue(.english, units: .imperial).figures.distance(metres) == text)
    }

    @Test func `the headlines of all languages`() {
        let headlines = Language.allCases.map { MessageCatalogue($0).headline(of: .value(1_312.5)) }
        #expect(
            headlines == [
                "Birch: very high at Basel (1,312.5\u{A0}grains/m³, measured, 8 April)",
                "Birke: Belastung sehr hoch an der Station Basel (1.312,5\u{A0}Pollen/m³, gemessen, 8. April)",
                "Bouleau\u{A0}: niveau très élevé à la station Basel (1\u{202F}312,5\u{A0}grains/m³, mesure, 8 avril)",
                "Betulla: livello molto alto alla stazione Basel (1312,5\u{A0}granuli/m³, misura, 8 aprile)",
                "Abedul: nivel muy alto en la estación Basel (1312,5\u{A0}granos/m³, medición, 8 de abril)",
            ])
    }

    @Test func `only the map's value is called the highest in a place`() {
        let book = MessageCatalogue(.english)
        let concern = LedgerEntry.Concern(fences: ["Home"], distance: 640, crossReaction: nil)
        let station = Alert.value(kind: .forecast, basis: .modelled)
        #expect(
            book.reasons(for: station, concern: concern) == [
                "Your place “Home” is 600\u{A0}m from the station."
            ])
        let map = Alert.value(kind: .forecast, basis: .modelled, gauge: .field)
        #expect(
            book.reasons(for: map, concern: concern)
                == ["Highest value in your place “Home”, 600\u{A0}m from the nearest station."])
    }

    @Test func `numbers of people have the right plural`() {
        let book = MessageCatalogue(.english)
        #expect(book.headline(of: .report()) == "Birch: one person reports symptoms")
        #expect(
            book.headline(of: .report(count: 3, comment: "by the river"))
                == "Birch: 3 people report symptoms – “by the river”")
        #expect(book.headline(of: .report(of: [], count: 2)).hasPrefix("Cause not known: 2 people"))
        #expect(
            MessageCatalogue(.german).headline(of: .report(count: 2))
                == "Birke: 2 Personen melden Beschwerden")
        let withdrawn = Alert.report(comment: "by the river", message: .cancel)
        #expect(!book.headline(of: withdrawn).contains("river"))
        #expect(!book.description(of: withdrawn).contains("river"))
    }

    @Test func `times follow the reader's clock`() {
        let alert = Alert.value()
        let concern = LedgerEntry.Concern(fences: ["Home"])
        func times(_ zone: String) -> String {
            MessageCatalogue(.english).lines(
                of: alert, concern: concern, timeZone: TimeZone(identifier: zone)!
            )
            .first { $0.hasPrefix("Sent") } ?? ""
        }
        #expect(times("Europe/Berlin").contains("Wednesday 8 April, 14:00"), "\(times("Europe/Berlin"))")
        #expect(times("Pacific/Auckland").contains("Thursday 9 April, 00:00"))
    }

    @Test(arguments: [
        (12.0, "100\u{A0}m"), (640, "600\u{A0}m"), (949, "900\u{A0}m"), (951, "1\u{A0}km"),
        (4_240, "4,2\u{A0}km"), (9_940, "9,9\u{A0}km"), (9_960, "10\u{A0}km"), (42_400, "42\u{A0}km"),
    ])
    func `a distance is only as exact as is useful`(metres: Double, text: String) {
        #expect(MessageCatalogue(.german).figures.distance(metres) == text)
    }

    @Test func `French counts the first day with an ordinal`() {
        let figures = MessageCatalogue(.french).figures
        let first = CivilDate("2020-04-01")!
        #expect(figures.shortDay(first) == "1er avril")
        #expect(figures.day(first) == "mercredi 1er avril 2020")
        #expect(figures.shortDay(first.adding(days: 20)) == "21 avril")
    }
}
