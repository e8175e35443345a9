import HTTPTypes

@testable import HTTP

extension Endpoint {
    /// A target that matches the path.
    var sampleTarget: String {
        path.replacing("/v1/grid/{layer}/{z}/{x}/{y}", with: "/v1/grid/birch/7/66/45")
            .replacing("/v1/stops/{z}/{x}/{y}", with: "/v1/stops/7/66/45")
            .replacing("{start}", with: "2020-04-08T06:00:00Z").replacing("{station}", with: "basel")
            .replacing("{layer}", with: "birch")
            .replacing("{z}", with: "7").replacing("{x}", with: "66").replacing("{file}", with: "45.png")
            .replacing("{problem}", with: "forbidden").replacing("{alert}", with: "none")
            .replacing("{fence}", with: "none").replacing("{collection}", with: "birch")
            .replacing("{entry}", with: "7").replacing("{matrices}", with: "WebMercatorQuad")
            .replacing("{y}", with: "45").replacing("{place}", with: "basel")
            .replacing("{article}", with: "pollen-count")
            .replacing("/pollutants/{allergen}", with: "/pollutants/ozone")
            .replacing("{allergen}", with: "birch")
    }

    /// The credentials of a caller that the route admits.
    var sampleHeaders: HTTPFields {
        switch access {
        case .everyone: [:]
        case .subscriber, .contributor, .owner: [.authorization: "Bearer anna"]
        case .moderator, .researcher, .administrator, .expert: [.authorization: "Bearer \(access)"]
        case .reviewer: [.authorization: "Bearer moderator"]
        case .stationOperator, .anyStation: [.authorization: "Bearer basel"]
        }
    }
}
