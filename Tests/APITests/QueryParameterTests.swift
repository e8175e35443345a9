import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import API
@testable import HTTP

/// Parameters that a route does not have.
@Suite struct QueryParameterTests {
    /// Pages and the links of mails, which others may extend; answers of identity providers, which RFC 6749
    /// lets them extend (4.1.2); WMTS, whose parameters have other rules; and the documents in which GDAL
    /// looks for collections, because it repeats there what its user wants of the items.
    private static let open: Set<String> = [
        "/ogc", "/ogc/api", "/ogc/conformance", "/ogc/collections", "/ogc/collections/{collection}",
        "/ogc/collections/{collection}/schema", "/ogc/collections/{collection}/queryables", "/wmts",
        "/wmts/1.0.0/WMTSCapabilities.xml",
        "/auth/{provider}/callback",
        "/v1/channels/{channel}/confirmation", "/v1/channels/{channel}/unsubscription",
        "/place", "/place/{place}", "/station/{station}", "/embed/place/{place}",
        "/articles", "/articles/{article}", "/allergens", "/allergens/{allergen}", "/pollutants",
        "/pollutants/{allergen}", "/studies", "/studies/{study}",
    ]

    private func isOpen(_ endpoint: Endpoint) -> Bool {
        let operation = Definition.document.tree["paths"]?[endpoint.path]?[
            endpoint.method.rawValue.lowercased()]
        return Self.open.contains(endpoint.path) || operation?["tags"]?.elements.contains("Pages") == true
    }

    @Test func `every route refuses a parameter that it does not have, and names it`() async throws {
        let api = TestAPI()
        // A person's routes look for the person first.
        let endpoints = api.service.endpoints.filter { $0.pathOfGuardian == nil && !isOpen($0) }
        #expect(endpoints.count > 100)
        try await api.test { client in
            for endpoint in endpoints {
                let answer = try await client.execute(
                    uri: endpoint.sampleTarget + "?colour=red", method: endpoint.method,
                    headers: endpoint.sampleHeaders)
                let text = String(buffer: answer.body)
                #expect(answer.status == .badRequest, "\(endpoint.method) \(endpoint.path): \(text)")
                #expect(
                    text.contains(#""parameter":"colour""#), "\(endpoint.method) \(endpoint.path): \(text)")
            }
        }
    }

    @Test func `a refusal lists the parameters that exist`() async throws {
        try await TestAPI().test { client in
            let air = try await client.execute(uri: "/v1/air?lon=7&lat=47&day=2020-04-08", method: .get)
            #expect(air.status == .badRequest)
            #expect(
                String(buffer: air.body).contains(
                    "There is no such parameter. The parameters are date, days, lat, lon."))
            let scales = try await client.execute(uri: "/v1/scales?lang=de", method: .get)
            #expect(
                String(buffer: scales.body).contains("There is no such parameter. This takes no parameters."))
        }
    }

    @Test(arguments: [
        "/today?fbclid=1", "/wmts/1.0.0/WMTSCapabilities.xml?MAP=1", "/assets/map.js?v=2",
        "/ogc?datetime=2020-04-08", "/ogc/collections/birch?datetime=2020-04-08",
        "/tiles/birch/7/66/45.png?date=2020-04-08&v=17",
    ])
    func `a page or a map client may send parameters of its own`(target: String) async throws {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: target, method: .get)
            #expect(answer.status == .ok)
        }
    }
}
