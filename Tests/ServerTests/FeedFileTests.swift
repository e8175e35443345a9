import Allergens
import Feeds
import Foundation
import Observations
import SampleTesting
import Testing

@testable import Server

@Suite struct FeedFileTests {
    /// Several chunks long, so that a batch begins in the middle of one.
    private static let rowCount = 40_000

    @Test(arguments: [nil, .zero, FeedFile.patience] as [Duration?])
    func `every row is read in order, however slow its reader is`(patience: Duration?) async throws {
        let opened = try OpenedNetwork()
        let allergens = ["alder", "birch", "grass", "hazel"]
        let rows = (0..<Self.rowCount).map { row in
            "basel,\(allergens[row % 4]),\(today.adding(days: -row / 4)),\(row % 1_000),grains/m3\n"
        }
        let file = try opened.folder.file(
            "readings.csv", holding: "station,allergen,day,value,unit\n" + rows.joined())
        let reader = FeedReader(
            definition: try .named("plain", in: opened.configuration.feeds), stations: ["basel": .sample()],
            now: noon, batchSize: 7_000)
        let source = try FeedFile(file, reader: reader, patience: patience)
        var values: [Double] = []
        while let batch = try await source.next() { values += batch.readings.map(\.value) }
        let isComplete = values == (0..<Self.rowCount).map { Double($0 % 1_000) }
        #expect(isComplete, "\(values.count) values")
    }
}
