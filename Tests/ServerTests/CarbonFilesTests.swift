import Foundation
import SampleTesting
import Site
import Testing

@testable import Server

@Suite struct CarbonFilesTests {
    private static let header =
        "country,mode,grams_per_km,per,year,source,licence,licence_url,taken_from\n"

    private let folder: TemporaryFolder
    private var files: CarbonFiles { CarbonFiles(URL(filePath: folder.path("carbon"))) }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("carbon"), withIntermediateDirectories: true)
    }

    private func write(_ rows: String, to name: String = "own.csv") throws {
        try (Self.header + rows).write(
            toFile: folder.path("carbon/\(name)"), atomically: true, encoding: .utf8)
    }

    @Test func `factors of an operator are added, and take the place of those for the same`() throws {
        try write(
            """
            CH,train,7.5,passenger,2025,"An office, table 3",CC-BY-4.0,,
            GB,car,150,vehicle,2019,An office,Own-1.0,https://example.org/licence,a book

            """)
        try write("CH,bus,100,passenger,2025,An office,Own-1.0,,\n", to: "second.csv")
        let known = CarbonFactors.builtIn
        let factors = try #require(try files.factors())
        #expect(factors.factors.count == known.factors.count + 2)
        #expect(factors.factor(of: "CH", 2025, for: "train")?.source == "An office, table 3")
        #expect(factors.factor(of: "GB", 2019, for: "car")?.gramsPerKilometre == 150)
        #expect(factors.factor(of: "GB", 2019, for: "car")?.per == .vehicle)
        #expect(factors.licences["Own-1.0"] == "https://example.org/licence")
        #expect(factors.licences["CC-BY-4.0"] == known.licences["CC-BY-4.0"])
        #expect(try files.summary().hasPrefix("\(factors.factors.count), with those in "))
    }

    @Test func `without files the built-in factors stand, which the check says`() throws {
        #expect(try files.factors()?.factors == nil)
        #expect(try CarbonFiles(URL(filePath: folder.path("nowhere"))).factors()?.factors == nil)
        #expect(try files.summary().hasSuffix("built in"))
    }

    @Test(arguments: [
        ("ch,train,7.5,passenger,2025,A,CC-BY-4.0,,", "country"),
        ("CH,onFoot,7.5,passenger,2025,A,CC-BY-4.0,,", "mode"),
        ("CH,train,-1,passenger,2025,A,CC-BY-4.0,,", "grams_per_km"),
        ("CH,train,many,passenger,2025,A,CC-BY-4.0,,", "grams_per_km"),
        ("CH,train,nan,passenger,2025,A,CC-BY-4.0,,", "grams_per_km"),
        ("CH,train,7.5,wagon,2025,A,CC-BY-4.0,,", "per"),
        ("CH,train,7.5,passenger,25,A,CC-BY-4.0,,", "year"),
        ("CH,train,7.5,passenger,2025,,CC-BY-4.0,,", "source"),
        ("CH,train,7.5,passenger,2025,A,,,", "licence"),
        ("CH,train,7.5,passenger,2025,A,Unknown-1,,", "Unknown-1"),
        ("CH,train,7.5,passenger,2025,A,Own-1,javascript:alert(1),", "licence_url"),
    ])
    func `a row that is not as it should be is named with its line`(row: String, word: String) throws {
        try write("CH,bus,100,passenger,2025,A,CC-BY-4.0,,\n\(row)\n")
        let mistake = #expect(throws: ConfigurationMistake.self) { try files.factors() }
        let words = mistake.map { "\($0)" } ?? ""
        #expect(words.contains("line 3") && words.contains("own.csv") && words.contains(word), "\(words)")
    }

    @Test func `a factor that is said twice is refused, also in two files`() throws {
        try write("CH,bus,100,passenger,2025,A,CC-BY-4.0,,\n", to: "a.csv")
        try write("CH,bus,90,passenger,2025,A,CC-BY-4.0,,\n", to: "b.csv")
        let mistake = #expect(throws: ConfigurationMistake.self) { try files.factors() }
        let words = mistake.map { "\($0)" } ?? ""
        #expect(words.contains("line 2") && words.contains("b.csv"), "\(words)")
    }

    @Test func `a file without its columns is named`() throws {
        try "country,mode\nCH,train\n".write(
            toFile: folder.path("carbon/short.csv"), atomically: true, encoding: .utf8)
        let mistake = #expect(throws: ConfigurationMistake.self) { try files.factors() }
        #expect(mistake.map { "\($0)".contains("short.csv") } == true)
    }
}
