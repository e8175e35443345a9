/// A step of an outline, with absolute coordinates.
enum OutlineStep: Hashable, Sendable {
    case move(to: Point)
    case line(to: Point)
    case curve(Point, Point, to: Point)
    case close

    /// Reads the `d` of an SVG path (SVG 2, 9.3) that has no arcs; `nil` if it is not one.
    static func steps(of outline: String) -> [OutlineStep]? {
        var pen = OutlinePen()
        var numbers: [Double] = []
        var command: Character?
        for match in outline.matches(of: /[A-Za-z]|-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)|[^\s,]/) {
            if let number = Double(match.0) {
                numbers.append(number)
                guard let known = command, let count = OutlinePen.counts[known] else { return nil }
                guard numbers.count == count else { continue }
                pen.draw(known, numbers)
                numbers = []
                // Further points after a move are lines.
                if known == "M" { command = "L" } else if known == "m" { command = "l" }
            } else {
                guard numbers.isEmpty, let letter = match.0.first,
                    letter == "z" || OutlinePen.counts[letter] != nil
                else { return nil }
                command = letter == "z" ? nil : letter
                if letter == "z" { pen.close() }
            }
        }
        return numbers.isEmpty ? pen.steps : nil
    }
}

/// Follows the commands of an outline; each begins where the one before ended.
private struct OutlinePen {
    /// The commands that it knows, with how many numbers each takes.
    static let counts: [Character: Int] = [
        "M": 2, "m": 2, "L": 2, "l": 2, "h": 1, "v": 1, "q": 4, "c": 6, "s": 4,
    ]

    private(set) var steps: [OutlineStep] = []
    private var place = Point(0, 0)
    /// Where the current part began.
    private var start = Point(0, 0)
    /// The second control point of the curve before, from which a smooth one goes on.
    private var control: Point?

    mutating func draw(_ command: Character, _ numbers: [Double]) {
        let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
            place.moved(numbers[$0], numbers[$0 + 1])
        }
        let before = control
        control = nil
        switch command {
        case "M": move(to: Point(numbers[0], numbers[1]))
        case "m": move(to: points[0])
        case "L": line(to: Point(numbers[0], numbers[1]))
        case "l": line(to: points[0])
        case "h": line(to: place.moved(numbers[0], 0))
        case "v": line(to: place.moved(0, numbers[0]))
        case "q":
            // A quadratic curve is a cubic one whose control points lie two thirds of the way.
            curve(
                place.towards(points[0], share: 2 / 3), points[1].towards(points[0], share: 2 / 3),
                to: points[1])
        case "c": curve(points[0], points[1], to: points[2])
        case "s": curve(before.map { $0.mirrored(at: place) } ?? place, points[0], to: points[1])
        default: preconditionFailure("the commands with a count are drawn")
        }
        if command == "q" { control = nil }
    }

    mutating func close() {
        steps.append(.close)
        (place, control) = (start, nil)
    }

    private mutating func move(to point: Point) {
        steps.append(.move(to: point))
        (place, start) = (point, point)
    }

    private mutating func line(to point: Point) {
        steps.append(.line(to: point))
        place = point
    }

    private mutating func curve(_ first: Point, _ second: Point, to end: Point) {
        steps.append(.curve(first, second, to: end))
        (place, control) = (end, second)
    }
}

extension Point {
    fileprivate func moved(_ right: Double, _ down: Double) -> Point { Point(x + right, y + down) }

    fileprivate func towards(_ other: Point, share: Double) -> Point {
        Point(x + (other.x - x) * share, y + (other.y - y) * share)
    }

    fileprivate func mirrored(at centre: Point) -> Point { Point(2 * centre.x - x, 2 * centre.y - y) }
}
