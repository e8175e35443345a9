import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct StopRouteTests {
    @Test func `a tile of stops has pairs of degrees, stations at the finest zoom, and credits`() async throws
    {
        try await TestAPI().test { client in
            for (path, stations) in [("7/133/30", 1), ("4/16/3", 0)] {
                let answer = try await client.execute(uri: "/v1/stops/\(path)", method: .get)
                #expect(answer.headers[.cacheControl] == "public, max-age=86400")
                let tile = try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
                #expect(tile["airports"]?.elements == [.list([.number(7.5299), .number(47.59)])])
                #expect(tile["stations"]?.elements.count == stations)
                #expect(tile["credits"]?.elements == [.text("Airports: somebody")])
                #expect(tile["hasStations"] == .truth(true))
            }
            let none = try await client.execute(uri: "/v1/stops/3/0/0", method: .get)
            #expect(none.status == .notFound)
        }
    }
}
