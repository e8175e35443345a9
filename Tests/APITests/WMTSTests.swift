import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SampleTesting
import Testing

@testable import API
@testable import HTTP

@Suite struct WMTSTests {
    private let api = TestAPI()

    private func get(_ target: String) async throws -> String {
        try await api.test { client in
            let answer = try await client.execute(uri: target, method: .get)
            #expect(answer.status == .ok, "\(target): \(String(buffer: answer.body))")
            return String(buffer: answer.body)
        }
    }

    private let tile =
        "SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=birch&STYLE=&FORMAT=image/png"
        + "&TILEMATRIXSET=WebMercatorQuad&TILEMATRIX=7&TILEROW=45&TILECOL=66"

    /// The address for key-value pairs in capabilities, as a target.
    private func address(in capabilities: String) throws -> String {
        let found = try #require(capabilities.firstMatch(of: /<ows:Get xlink:href="http:\/\/[^\/]+([^"]+)"/))
        return String(found.1).replacing("&amp;", with: "&")
    }

    @Test(arguments: [
        "/wmts?SERVICE=WMTS&REQUEST=GetCapabilities&time=2020-04-01",
        "/wmts/1.0.0/WMTSCapabilities.xml?time=2020-04-01",
    ])
    func `capabilities for a day lead to tiles of that day, unless a client chooses another`(
        path: String
    ) async throws {
        let capabilities = try await get(path)
        let address = try address(in: capabilities)
        #expect(try await get(address + tile).contains("2020-04-01"), "\(address)")
        #expect(try await get("\(address)\(tile)&TIME=default").contains("2020-04-01"))
        #expect(try await get("\(address)\(tile)&TIME=2020-04-02").contains("2020-04-02"))
        #expect(try await get("\(address)\(tile)&time=current").contains("2020-04-08"))
        let again = try await get("\(address)SERVICE=WMTS&REQUEST=GetCapabilities")
        #expect(again == capabilities)
    }

    @Test func `capabilities for no day lead to today, which is a value of the dimension`() async throws {
        let capabilities = try await get("/wmts/1.0.0/WMTSCapabilities.xml")
        let address = try address(in: capabilities)
        #expect(address == "/wmts?")
        #expect(try await get("\(address)\(tile)&TIME=default").contains("2020-04-08"))
        #expect(capabilities.contains("<Default>current</Default>"))
        #expect(capabilities.contains("<Value>current</Value>"))
    }

    @Test func `a layer names the numerical models beneath its stations, once each`() async throws {
        let capabilities = try await get("/wmts/1.0.0/WMTSCapabilities.xml")
        let layers = capabilities.components(separatedBy: "<Layer>").dropFirst()
        let credited = layers.filter { $0.contains("CAMS ensemble") }
        #expect(!credited.isEmpty && credited.count < layers.count)
        for layer in credited {
            #expect(layer.components(separatedBy: "CAMS ensemble").count == 2, "\(layer.prefix(300))")
        }
    }

    @Test func `capabilities say who provides the service`() async throws {
        let capabilities = try await get("/wmts/1.0.0/WMTSCapabilities.xml")
        #expect(capabilities.contains("<ows:ProviderName>alerts@breathe.example</ows:ProviderName>"))
        #expect(capabilities.contains(">desk@breathe.example</ows:ContactInstructions>"))
        let parts = ["ServiceIdentification", "ServiceProvider", "OperationsMetadata"].map {
            capabilities.firstRange(of: "<ows:\($0)>")?.lowerBound
        }
        #expect(parts.allSatisfy { $0 != nil })
        #expect(parts.compactMap(\.self) == parts.compactMap(\.self).sorted())
    }
}
