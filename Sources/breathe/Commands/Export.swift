import Allergens
import ArgumentParser
import Foundation
import Server
import Storage

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write every daily reading as plain CSV on standard output.",
        discussion: "What is written here is read by `import --feed plain`.")

    @OptionGroup var common: CommonOptions

    /// Bytes that are written at a time.
    private static let block = 1 << 16

    func run() async throws {
        let network = try common.network()
        var text = "station,allergen,day,value,unit,quality\n"
        try network.archive.forEachReading { station, reading in
            let unit = network.taxonomy[reading.allergen]?.unit?.rawValue ?? ""
            let value = reading.detectionLimit.map { "<\($0)" } ?? "\(reading.value)"
            text +=
                "\(station.rawValue),\(reading.allergen.rawValue),\(reading.day),\(value),\(unit),"
                + "\(reading.quality.word)\n"
            guard text.utf8.count >= Self.block else { return }
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            text = ""
        }
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
