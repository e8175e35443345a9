import Foundation
import Geography
import Observations
import Testing

@testable import Simulation

@Suite struct DemonstrationStationsTests {
    @Test func `the list has at least eighty places in Europe, all marked as simulated`() throws {
        let stations = try Demonstration.stations()
        #expect(stations.count >= 80)
        for station in stations {
            #expect(station.isSimulated)
            #expect(station.attribution == "Simulated demonstration season")
            #expect((-25...45).contains(station.position.longitude), "\(station.name)")
            #expect((35...72).contains(station.position.latitude), "\(station.name)")
            // A swapped or mistyped coordinate would put a station into the wrong
            // time zone by more than this.
            let solar = station.position.longitude / 15 * 3_600
            let winter = Date(timeIntervalSince1970: 1_768_435_200)
            let offset = Double(station.timeZone.secondsFromGMT(for: winter))
            #expect(abs(offset - solar) < 2 * 3_600, "\(station.name)")
        }
    }

    @Test(arguments: [
        (#"{"stations":[]}"#, "attribution is missing at the top"),
        (
            #"{"attribution":"a","stations":[{"id":"A","name":"","position":[1,2],"timeZone":"GMT"}]}"#,
            "identifier"
        ),
        (
            #"{"attribution":"a","stations":[{"id":"a","name":"","position":[1,92],"timeZone":"GMT"}]}"#,
            "position"
        ),
        (
            #"{"attribution":"a","stations":[{"id":"a","name":"","position":[1,2],"timeZone":"Mars"}]}"#,
            "zone Mars"
        ),
        (#"{"attribution":"a","stations":[{"id":"a","position":[1,2]}]}"#, "name is missing at /stations/0"),
        (#"{"#, "the top is not as it should be"),
    ])
    func `a broken list is refused with the mistake`(json: String, words: String) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        try Data(json.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let fault = #expect(throws: DemonstrationStations.Fault.self) {
            try DemonstrationStations.load(from: url)
        }
        #expect(fault?.description.contains(words) == true, "\(String(describing: fault))")
    }
}
