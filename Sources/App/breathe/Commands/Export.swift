import Allergens
import ArgumentParser
import Foundation
import Observations
import Server
import Synchronization

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print every daily reading as plain CSV.",
        discussion: """
            To read the output with its doubts and decisions, use `import --feed plain --judged`. If a daily \
            value is the mean of hours, the output has a column mean_of; --hours prints the hours \
            themselves.
            """)

    @Flag(help: "Print the one-hour and three-hour readings instead.") var hours = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let network = try await common.network()
        let output = CSVOutput()
        if hours {
            try output.write("station,allergen,time,hours,value,unit,quality")
            try await network.store.forEachHour { reading in
                guard let end = reading.period.end else { return }
                let value = reading.detectionLimit.map { "<\($0)" } ?? "\(reading.value)"
                try output.write(
                    "\(reading.station.rawValue),\(reading.allergen.rawValue),\(end.formatted(.iso8601)),"
                        + "\(reading.period.hours),\(value),\(network.unit(of: reading.allergen)),"
                        + reading.quality.spelling)
            }
        } else {
            let hasMeans = try await network.store.hasMeans()
            try output.write("station,allergen,day,value,unit,quality" + (hasMeans ? ",mean_of" : ""))
            try await network.store.forEachReading { station, reading in
                let value = reading.detectionLimit.map { "<\($0)" } ?? "\(reading.value)"
                try output.write(
                    "\(station.rawValue),\(reading.allergen.rawValue),\(reading.day),\(value),"
                        + "\(network.unit(of: reading.allergen)),\(reading.quality.spelling)"
                        + (hasMeans ? ",\(reading.hours.map(String.init) ?? "")" : ""))
            }
        }
        try output.end()
    }
}

extension Network {
    fileprivate func unit(of allergen: Allergen.ID) -> String { taxonomy[allergen]?.unit?.rawValue ?? "" }
}

/// Buffered lines for standard output.
private final class CSVOutput: Sendable {
    /// Bytes written at a time.
    private static let block = 1 << 16

    private let text = Mutex("")

    func write(_ line: String) throws {
        let isFull = text.withLock { text in
            text += line + "\n"
            return text.utf8.count >= Self.block
        }
        if isFull { try end() }
    }

    func end() throws {
        let block = text.withLock { text in
            defer { text = "" }
            return text
        }
        try FileHandle.standardOutput.write(contentsOf: Data(block.utf8))
    }
}
