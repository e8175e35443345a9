import Geography
import SampleTesting
import SeededTesting
import Testing

@testable import Topology

/// Compares whether polygons meet a box with a test of every edge and every corner.
@Suite struct OutlineMeetingTests {
    private typealias Point = SIMD2<Double>

    /// Whole numbers make every product exact, and touching corners and edges frequent.
    @Test(arguments: UInt64(0)..<40)
    func `a box meets a polygon if they share an edge or corner, or one contains the other`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        var (met, missed) = (0, 0)
        for _ in 0..<200 {
            let count = Int.random(in: 1...2, using: &generator)
            let rings = (0..<count).map { _ in Self.ring(using: &generator) }
            let outline = Outline([rings])
            let box = Self.box(using: &generator)
            let expected = Self.meets(rings, outline, box)
            #expect(outline.meets(box) == expected, "\(rings) \(box)")
            if expected { met += 1 } else { missed += 1 }
        }
        #expect(met > 20 && missed > 20)
    }

    private static func ring(using generator: inout SeededGenerator) -> [Point] {
        let corners = (0..<Int.random(in: 3...8, using: &generator)).map { _ in
            Point(
                Double(Int.random(in: 0...12, using: &generator)),
                Double(Int.random(in: 0...12, using: &generator)))
        }
        return corners + [corners[0]]
    }

    private static func box(using generator: inout SeededGenerator) -> BoundingBox {
        let west = Double(Int.random(in: -2...13, using: &generator))
        let south = Double(Int.random(in: -2...13, using: &generator))
        return BoundingBox(
            west, south, west + Double(Int.random(in: 0...3, using: &generator)),
            south + Double(Int.random(in: 0...3, using: &generator)))
    }

    private static func meets(_ rings: [[Point]], _ outline: Outline, _ box: BoundingBox) -> Bool {
        let corners = [
            Point(box.west, box.south), Point(box.east, box.south), Point(box.east, box.north),
            Point(box.west, box.north),
        ]
        let sides = zip(corners, corners[1...] + [corners[0]])
        let edges = rings.flatMap { zip($0, $0.dropFirst()) }
        return edges.contains { edge in
            box.contains(Coordinate(edge.0.x, edge.0.y)) || sides.contains { cross(edge, $0) }
        } || corners.contains { outline.covers(Coordinate($0.x, $0.y)) }
    }

    private static func cross(_ first: (Point, Point), _ second: (Point, Point)) -> Bool {
        let sides = [
            side(first, second.0), side(first, second.1), side(second, first.0), side(second, first.1),
        ]
        if sides[0] * sides[1] < 0, sides[2] * sides[3] < 0 { return true }
        return sides[0] == 0 && isBetween(first, second.0) || sides[1] == 0 && isBetween(first, second.1)
            || sides[2] == 0 && isBetween(second, first.0) || sides[3] == 0 && isBetween(second, first.1)
    }

    private static func side(_ line: (Point, Point), _ point: Point) -> Double {
        (line.1.x - line.0.x) * (point.y - line.0.y) - (line.1.y - line.0.y) * (point.x - line.0.x)
    }

    private static func isBetween(_ line: (Point, Point), _ point: Point) -> Bool {
        min(line.0.x, line.1.x) <= point.x && point.x <= max(line.0.x, line.1.x)
            && min(line.0.y, line.1.y) <= point.y && point.y <= max(line.0.y, line.1.y)
    }

    @Test func `a box meets polygons on the other side of the antimeridian`() throws {
        let square = try Outline([.rectangle(BoundingBox(179, -18, 180, -17))])
        #expect(square.meets(BoundingBox(-180, -17.5, -179.99, -17.4)))
        #expect(!square.meets(BoundingBox(-179.99, -17.5, -179.98, -17.4)))
        let ring = [(179.0, -18.0), (-179, -18), (-179, -17), (179, -17), (179, -18)]
        let across = try Outline([Polygon(exterior: ring.map { Coordinate($0.0, $0.1) }, holes: [])!])
        for west in [178.995, 179.5, 179.99, -180, -179.5, -179.005] {
            #expect(across.meets(BoundingBox(west, -17.5, west + 0.01, -17.49)), "\(west)")
        }
        #expect(!across.meets(BoundingBox(178.98, -17.5, 178.99, -17.49)))
    }

    @Test func `a box at a pole meets polygons that reach the pole, at any longitude`() throws {
        let wedge = try Outline([.rectangle(BoundingBox(0, 89, 10, 90))])
        #expect(wedge.meets(BoundingBox(100, 89.99, 100.01, 90)))
        #expect(!wedge.meets(BoundingBox(100, 89.98, 100.01, 89.99)))
        #expect(!wedge.meets(BoundingBox(100, -90, 100.01, -89.99)))
    }

    @Test func `a box in a hole meets nothing until it touches the hole's edge`() throws {
        let outline = try Outline([
            .rectangle(BoundingBox(0, 0, 10, 10), holes: [BoundingBox(4, 4, 6, 6)])
        ])
        #expect(!outline.meets(BoundingBox(4.5, 4.5, 5.5, 5.5)))
        #expect(outline.meets(BoundingBox(4, 4.5, 5.5, 5.5)))
        #expect(outline.meets(BoundingBox(1, 1, 2, 2)))
    }
}
