import ArgumentParser
import Foundation
import Geography
import HTTP
import Observations
import Server

struct StationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "station", abstract: "Add, list and review stations.",
        subcommands: [Add.self, List.self, Suspects.self, Revisions.self, Confirm.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a station.")

        @Argument(help: "Its permanent identifier: 1 to 40 characters of a–z, 0–9, - and _.") var id: String
        @Option(help: "Its display name.") var name: String
        @Option(parsing: .unconditional, help: "Degrees east, −180…180.") var lon: Double
        @Option(parsing: .unconditional, help: "Degrees north, −90…90.") var lat: Double
        @Option(help: "Its IANA time zone, such as Europe/Zurich.") var timezone = "UTC"
        @Option(parsing: .unconditional, help: "Metres above sea level.") var altitude: Double?
        @Option(help: "The attribution to show with its readings.") var attribution: String?
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let station = try checkedStation()
            guard try await !(await common.network()).store.add([station]).isEmpty
            else { throw Failure("a station \(id) already exists") }
            Output.note(
                "added station \(id); `breathe key create --station \(id)` creates a key for its operator")
        }

        private func checkedStation() throws -> Station {
            guard let id = Station.ID(rawValue: id)
            else { throw ValidationError("an identifier must have 1 to 40 characters of a–z, 0–9, - and _") }
            guard (-180...180).contains(lon) else { throw ValidationError("--lon must be in −180…180") }
            guard let position = Coordinate(longitude: lon, latitude: lat)
            else { throw ValidationError("--lat must be in −90…90") }
            guard let timeZone = TimeZone(identifier: timezone)
            else { throw ValidationError("\(timezone) is not an IANA time zone") }
            guard (1...100).contains(name.count) else {
                throw ValidationError("--name must have 1 to 100 characters")
            }
            return Station(
                id: id, name: name, position: position, altitude: altitude, timeZone: timeZone,
                attribution: attribution)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the stations.")

        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let id: String
            let name: String
            let lon: Double
            let lat: Double
            let altitude: Double?
            let timezone: String
            let simulated: Bool
        }

        func run() async throws {
            let rows = try await common.network().store.stations().map {
                Row(
                    id: $0.id.rawValue, name: $0.name, lon: $0.position.longitude, lat: $0.position.latitude,
                    altitude: $0.altitude, timezone: $0.timeZone.identifier, simulated: $0.isSimulated)
            }
            if json { return try Output.json(rows) }
            let width = rows.map(\.id.count).max() ?? 0
            for row in rows {
                let id = row.id.padding(toLength: width, withPad: " ", startingAt: 0)
                print("\(id)  \(row.lon)  \(row.lat)  \(row.name)\(row.simulated ? " (simulated)" : "")")
            }
        }
    }
}
