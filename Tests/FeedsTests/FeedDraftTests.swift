import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

@testable import Feeds

/// The outcome of reading a file with the definition drafted for it.
private struct Trial {
    let draft: FeedDraft
    let definition: FeedDefinition
    var outcome = Outcome()

    init(_ bytes: [UInt8], named name: String = "counts.csv", allergen: String? = nil) throws {
        draft = try FeedDraft(of: bytes, named: name, allergen: allergen.map(Allergen.ID.init(rawValue:)))
        let folder = try TemporaryFolder()
        let file = try folder.file("draft.json", holding: draft.definition)
        definition = try withExtendedLifetime(folder) { try FeedDefinition.check(file, beside: feeds) }
        var known = knownStations
        for id in draft.stations {
            known[id] = knownStations[.bern].map { Station(id: id, name: id.rawValue, position: $0.position) }
        }
        var reader = FeedReader(
            definition: definition, stations: known, now: .eveningOfApril,
            asked: AskedPlace(station: draft.stations.isEmpty ? .bern : nil))
        var outcome = Outcome()
        try reader.read(draft.sample) { outcome.add($0) }
        outcome.totals = try reader.finish { outcome.add($0) }
        self.outcome = outcome
    }

    init(_ text: String, named name: String = "counts.csv", allergen: String? = nil) throws {
        try self.init(Array(text.utf8), named: name, allergen: allergen)
    }

    func asks(about member: String) -> Bool { draft.questions.contains { $0.hasPrefix(member) } }
}

@Suite struct FeedDraftTests {
    @Test(
        arguments: [
            ("Fecha;Abedul;Total\n1.3.2024;12,5;40\n2.3.2024;3;9\n", "D.M.YYYY"),
            ("Datum\tBirke\tGesamt\n01.03.2024\t12,5\t40\n02.03.2024\t3\t9\n", "D.M.YYYY"),
            ("Station X\nexported today\n\nDate;Bouleau\n20240301;12,5\n20240302;3\n", "YYYYMMDD"),
            ("date,Birch (Betula)\r\n2024-03-01,\"12,5\"\r\n2024-03-02,\"3\"\r\n", nil),
            ("data|betulla\n1 marzo 2024|12,5\n2 mar. 2024|3\n", "D MONTH YYYY"),
            ("date;bouleau\n1 mars;12,5\n2 mars;3\n;\n", "D MONTH"),
            ("Day,Betula\n3/1/2024,12.5\n3/31/2024,7\n3/2/2024,3\n", "M/D/YYYY"),
            ("Datum;Birke\n2024-03-01;12,5\n2024-03-02;3\nSumme;15,5\n", nil),
        ] as [(String, String?)])
    func `a draft reads its own file`(text: String, form: String?) throws {
        let trial = try Trial(text, named: "counts 2024.csv")
        #expect(trial.outcome.value(.bern, "birch", "2024-03-01") == 12.5)
        #expect(trial.outcome.value(.bern, "birch", "2024-03-02") == 3)
        // Days of ISO 8601 need no word.
        #expect(form.map(trial.draft.definition.contains) ?? !trial.draft.definition.contains("forms"))
        #expect(Set(trial.outcome.readings.map(\.allergen.rawValue)) == ["birch"])
    }

    @Test func `the same table is read in every encoding`() throws {
        let text = "Día;Gramíneas;Castaño\n1.3.2024;4;2\n2.3.2024;1;0\n"
        let encodings: [String.Encoding] = [
            .utf8, .windowsCP1252, .utf16, .utf16LittleEndian, .utf16BigEndian,
        ]
        for encoding in encodings {
            let bytes = try #require(text.data(using: encoding))
            let trial = try Trial(Array(bytes))
            #expect(trial.outcome.value(.bern, "grass", "2024-03-01") == 4, "\(encoding)")
            #expect(trial.outcome.value(.bern, "chestnut", "2024-03-01") == 2, "\(encoding)")
            #expect(trial.asks(about: "encoding") == encoding.description.contains("UTF-16"), "\(encoding)")
        }
        let marked = try Trial("\u{FEFF}" + text)
        #expect(marked.outcome.readings.count == 4)
    }

    @Test func `a long table names its stations and allergens in its own words`() throws {
        let trial = try Trial(
            """
            Ort;Datum;Art;Wert
            Basel Süd;01.03.2024;Birke;12
            Basel Süd;01.03.2024;Gräser;k.A.
            Genf;01.03.2024;Erle;7
            Genf;01.03.2024;Summe;19
            Genf;02.03.2024;Birke/Erle;3

            """)
        #expect(trial.draft.stations.map(\.rawValue) == ["basel-sud", "genf"])
        #expect(trial.outcome.value(.sample("basel-sud"), "birch", "2024-03-01") == 12)
        #expect(trial.outcome.value(.sample("genf"), "alder", "2024-03-01") == 7)
        #expect(trial.outcome.readings.count == 2)
        #expect(trial.outcome.rejected == [])
        #expect(trial.asks(about: "stationNames"))
        #expect(
            trial.draft.questions.contains { $0.contains("“Birke/Erle”") && $0.contains("alder or birch") })
    }

    @Test func `a column of several taxa is refused, with a proposal`() throws {
        let trial = try Trial(
            "day,Quercus/Fagus,Penicillium/Aspergillus\n2024-03-01,5,800\n2024-03-02,6,900\n")
        #expect(Set(trial.outcome.readings.map(\.allergen.rawValue)) == ["penicillium_aspergillus"])
        #expect(
            trial.draft.questions.contains { $0.contains("“Quercus/Fagus”") && $0.contains("beech or oak") })
    }

    @Test func `a file with one unnamed column asks for its allergen, or takes it from its name`() throws {
        let text = "\"\",\"date\",\"y\"\n\"1\",2024-03-01,4\n\"2\",2024-03-02,7\n\"3\",2024-03-03,0\n"
        #expect(throws: DefinitionMistakes.self) { _ = try Trial(text, named: "becej.csv") }
        let named = try Trial(text, named: "ambroisie_2024.csv")
        #expect(named.outcome.value(.bern, "ragweed", "2024-03-02") == 7)
        #expect(named.draft.questions.contains { $0.contains("“y” is taken for ragweed") })
        let given = try Trial(text, named: "becej.csv", allergen: "birch")
        #expect(given.outcome.value(.bern, "birch", "2024-03-01") == 4)
    }

    @Test func `a total is what the operator says, where the file counts nothing else`() throws {
        let text = "date, total\n2024-03-01 00:00:00,487.50\n2024-03-01 01:00:00,1'495.00\n"
        let trial = try Trial(text, allergen: "grass")
        #expect(trial.outcome.readings.map(\.value) == [487.5, 1_495])
        #expect(throws: DefinitionMistakes.self, "nobody has said it") { _ = try Trial(text) }
    }

    @Test func `marks before three digits group them where commas separate the columns`() throws {
        let trial = try Trial("Date,Elm\n2/13/2024,\"1,458\"\n2/14/2024,320\n")
        #expect(trial.outcome.readings.map(\.value) == [1_458, 320])
        #expect(trial.draft.questions.contains { $0.contains("between groups of digits, as in 1,234.5") })
    }

    @Test func `days that fit two forms, and marks before three digits, are asked about`() throws {
        let trial = try Trial("day;birch\n1/2/2024;1,234\n2/2/2024;2,345\n")
        #expect(trial.asks(about: "forms"))
        #expect(trial.asks(about: "numbers"))
    }

    @Test(arguments: [
        ("", FeedDraft.Failure.noDays), ("a\nb\n", .noDays), ("2024-03-01;1\n2024-03-02;2\n", .noDays),
        ("day;colour\n2024-03-01;red\n2024-03-02;blue\n", .noValues), ("\0\0\0", .notText),
    ])
    func `a file without a header, days or values is refused with a reason`(
        text: String, failure: FeedDraft.Failure
    ) {
        #expect(throws: failure) { _ = try FeedDraft(of: Array(text.utf8), named: "x.csv") }
    }

    @Test func `a drafted definition has its questions until somebody answers them`() throws {
        let trial = try Trial("day;birch\n2024-03-01;1\n2024-03-02;2\n")
        #expect(trial.definition.questions == trial.draft.questions)
        #expect(trial.asks(about: "source, licence"))
    }
}

@Suite struct RealDraftTests {
    @Test(
        .enabled(if: RealFiles.has("geneva/bouleau_1994_2015.txt", "euskadi/bilbao_2014.csv")),
        arguments: [
            ("geneva/bouleau_1994_2015.txt", "pge", "birch", "19940103", 0.0),
            ("euskadi/bilbao_2014.csv", "bern", "alder", "20140302", 4.0),
        ])
    func `files of real networks are read as drafted`(
        file: String, station: String, allergen: String, day: String, value: Double
    ) throws {
        let url = RealFiles.file(file)
        let trial = try Trial(Array(try Data(contentsOf: url)), named: url.lastPathComponent)
        let date = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
        #expect(trial.outcome.value(.sample(station), allergen, date) == value)
        #expect(trial.outcome.rejected == [])
    }
}
