package import Foundation
package import Geography

/// A problem in an area received as JSON, and its location.
package struct AreaProblem: Error, Hashable, Sendable {
    /// The location in the document as a JSON pointer (RFC 6901), such as `/coordinates/0/3/1`.
    package let pointer: String
    /// A description of the problem, safe to show to strangers.
    package let detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}

/// A place in GeoJSON (RFC 7946): a point, or an area of one or more polygons.
///
/// Decoding checks syntax and ranges. ``Area/validated(polygons:)`` checks the shape. As part of a larger
/// document it is decoded in place, and its problems point into that document.
package enum GeoJSONArea: Hashable, Sendable {
    case point(Coordinate)
    case polygons([Polygon], isMultiple: Bool)

    /// Creates an area from polygons: a Polygon from one, a MultiPolygon from several.
    package init(_ polygons: [Polygon]) {
        self = .polygons(polygons, isMultiple: polygons.count != 1)
    }

    /// Parses a GeoJSON geometry.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - vertexLimit: The most positions that all rings together may have. Decoding stops at the first
    ///     beyond it.
    /// - Throws: The first problem and its location.
    package init(json: Data, vertexLimit: Int) throws(AreaProblem) {
        let decoder = JSONDecoder()
        decoder.userInfo[.areaVertexLimit] = vertexLimit
        do {
            self = try decoder.decode(GeoJSONArea.self, from: json)
        } catch let problem as AreaProblem {
            throw problem
        } catch {
            throw AreaProblem(pointer: "", detail: "this is not a JSON document")
        }
    }

    /// Normalises the polygons to the stored form.
    ///
    /// A point needs no check.
    ///
    /// - Parameter pointer: The location of the geometry in its document, such as `/area`.
    /// - Returns: The valid geometry.
    /// - Throws: The fault in the shape, with a pointer to the ring or vertex.
    package func validated(at pointer: String = "") throws(AreaProblem) -> GeoJSONArea {
        guard case .polygons(let polygons, let isMultiple) = self else { return self }
        do {
            return GeoJSONArea(try Area.validated(polygons: polygons))
        } catch {
            let path = error.path(isMultiple: isMultiple).map { "/\($0)" }.joined()
            throw AreaProblem(pointer: "\(pointer)/coordinates\(path)", detail: error.reason)
        }
    }
}

extension CodingUserInfoKey {
    /// The key of the most positions that a ``GeoJSONArea`` may have.
    ///
    /// Without it there is no limit.
    package static var areaVertexLimit: CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: "areaVertexLimit") else {
            preconditionFailure("every text is a key")
        }
        return key
    }
}

extension GeoJSONArea: Encodable {
    enum CodingKeys: String, CodingKey {
        case type, coordinates
    }

    /// Encodes the geometry as in RFC 7946.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .point(let position):
            try container.encode("Point", forKey: .type)
            try container.encode(Self.numbers(position), forKey: .coordinates)
        case .polygons(let polygons, _) where polygons.count == 1:
            try container.encode("Polygon", forKey: .type)
            try container.encode(Self.numbers(polygons[0]), forKey: .coordinates)
        case .polygons(let polygons, _):
            try container.encode("MultiPolygon", forKey: .type)
            try container.encode(polygons.map(Self.numbers), forKey: .coordinates)
        }
    }

    private static func numbers(_ position: Coordinate) -> [Double] {
        [position.longitude, position.latitude]
    }

    private static func numbers(_ polygon: Polygon) -> [[[Double]]] {
        ([polygon.exterior] + polygon.holes).map { $0.map(numbers) }
    }
}
