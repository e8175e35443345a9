import Allergens
import ArgumentParser
import Foundation
import Observations
import Server

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
        let file = try network.exported
        var output = CSVOutput()
        if hours {
            try output.write("station,allergen,time,hours,value,unit,quality")
            try file.forEachHour { reading in
                guard let end = reading.period.end else { return }
                let value = reading.detectionLimit.map { "<\($0)" } ?? "\(reading.value)"
                try output.write(
                    "\(reading.station.rawValue),\(reading.allergen.rawValue),\(end.formatted(.iso8601)),"
                        + "\(reading.period.hours),\(value),\(network.unit(of: reading.allergen)),"
                        + reading.quality.spelling)
            }
        } else {
            let hasMeans = try file.hasMeans()
            try output.write("station,allergen,day,value,unit,quality" + (hasMeans ? ",mean_of" : ""))
            try file.forEachReading { station, reading in
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
private struct CSVOutput {
    /// Bytes written at a time.
    private static let block = 1 << 16

    private var text = ""

    mutating func write(_ line: String) throws {
        text += line + "\n"
        if text.utf8.count >= Self.block { try end() }
    }

    mutating func end() throws {
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        text = ""
    }
}
