import Foundation
import Geography

extension GeoJSONArea: Decodable {
    /// Decodes a geometry with at most `areaVertexLimit` positions.
    ///
    /// - Throws: ``AreaProblem``.
    package init(from decoder: any Decoder) throws {
        let container: KeyedDecodingContainer<CodingKeys>
        do {
            container = try decoder.container(keyedBy: CodingKeys.self)
        } catch {
            throw AreaProblem(at: decoder.codingPath, "a GeoJSON geometry is needed here")
        }
        let type = try? container.decode(String.self, forKey: .type)
        guard container.contains(.coordinates) || !Self.types.contains(type ?? "") else {
            throw AreaProblem(at: decoder.codingPath, "a geometry needs coordinates")
        }
        var reader = GeometryReader(limit: decoder.userInfo[.areaVertexLimit] as? Int ?? .max)
        switch type {
        case "Point": self = .point(try reader.point(in: container))
        case "Polygon":
            let rings = try reader.list(in: container)
            self = .polygons([try reader.polygon(rings)], isMultiple: false)
        case "MultiPolygon":
            let polygons = try reader.list(in: container)
            self = .polygons(try reader.polygons(polygons), isMultiple: true)
        default:
            throw AreaProblem(
                at: decoder.codingPath + [CodingKeys.type], "Point, Polygon or MultiPolygon is needed here")
        }
    }

    private static let types: Set = ["Point", "Polygon", "MultiPolygon"]
}

extension AreaProblem {
    fileprivate init(at path: [any CodingKey], _ detail: String) {
        let steps = path.map { key in
            let name = key.intValue.map(String.init) ?? key.stringValue
            return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
        }
        self.init(pointer: steps.joined(), detail: detail)
    }
}

/// Reads coordinates one by one and counts them.
private struct GeometryReader {
    let limit: Int
    var count = 0

    init(limit: Int) { self.limit = limit }

    typealias Keys = GeoJSONArea.CodingKeys

    func list(in container: KeyedDecodingContainer<Keys>) throws -> any UnkeyedDecodingContainer {
        do {
            return try container.nestedUnkeyedContainer(forKey: .coordinates)
        } catch {
            throw AreaProblem(at: container.codingPath + [Keys.coordinates], "a list is needed here")
        }
    }

    func point(in container: KeyedDecodingContainer<Keys>) throws -> Coordinate {
        try position(list(in: container))
    }

    mutating func polygons(_ list: any UnkeyedDecodingContainer) throws -> [Polygon] {
        var list = list
        var polygons: [Polygon] = []
        while !list.isAtEnd {
            polygons.append(try polygon(next(&list)))
        }
        guard !polygons.isEmpty else { throw AreaProblem(at: list.codingPath, TopologyError.empty.reason) }
        return polygons
    }

    mutating func polygon(_ list: any UnkeyedDecodingContainer) throws -> Polygon {
        var list = list
        var rings: [[Coordinate]] = []
        while !list.isAtEnd {
            rings.append(try ring(next(&list)))
        }
        guard let exterior = rings.first,
            let polygon = Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
        else { throw AreaProblem(at: list.codingPath, "a polygon needs at least one ring") }
        return polygon
    }

    private mutating func ring(_ list: any UnkeyedDecodingContainer) throws -> [Coordinate] {
        var list = list
        var ring: [Coordinate] = []
        while !list.isAtEnd {
            count += 1
            guard count <= limit else {
                throw AreaProblem(at: list.codingPath, "an area has at most \(limit) positions")
            }
            ring.append(try position(next(&list)))
        }
        guard ring.count >= 4 else {
            throw AreaProblem(at: list.codingPath, "a ring needs at least four positions")
        }
        guard ring.first == ring.last else {
            throw AreaProblem(at: list.codingPath, "a ring ends with the position that it begins with")
        }
        return ring
    }

    private func position(_ list: any UnkeyedDecodingContainer) throws -> Coordinate {
        var list = list
        let longitude = try number(&list, within: 180, name: "longitude")
        let latitude = try number(&list, within: 90, name: "latitude")
        guard let position = Coordinate(longitude: longitude, latitude: latitude) else {
            throw AreaProblem(at: list.codingPath, "this is not a position")
        }
        return position
    }

    private func number(
        _ list: inout any UnkeyedDecodingContainer, within bound: Double, name: String
    ) throws -> Double {
        guard !list.isAtEnd else {
            throw AreaProblem(at: list.codingPath, "a position is a longitude and a latitude")
        }
        let index = list.currentIndex
        func problem(_ detail: String) -> AreaProblem {
            AreaProblem(at: list.codingPath + [Index(intValue: index)], detail)
        }
        guard let number = try? list.decode(Double.self) else { throw problem("a number is needed here") }
        guard abs(number) <= bound else {
            throw problem("a \(name) lies between -\(Int(bound)) and \(Int(bound)) degrees")
        }
        return number
    }

    private func next(_ list: inout any UnkeyedDecodingContainer) throws -> any UnkeyedDecodingContainer {
        let index = list.currentIndex
        do {
            return try list.nestedUnkeyedContainer()
        } catch {
            throw AreaProblem(at: list.codingPath + [Index(intValue: index)], "a list is needed here")
        }
    }
}

/// An index in a list, as a step of a coding path.
private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }

    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}
