/// A spatial index of boxes on the map at one zoom; boxes may extend across the world's edge.
struct BoxIndex: Sendable {
    /// The units along the edge of a cell: about twice the size of a pin.
    private static let cell = 64

    private let world: Int
    /// The cells around the world.
    private let columns: Int
    private var boxes: [PixelBox] = []
    /// The numbers of the boxes that touch a cell, by row × columns + column.
    private var cells: [Int: [Int32]] = [:]

    init(zoom: Int) {
        world = PixelBox.world(atZoom: zoom)
        columns = world / Self.cell
    }

    /// Adds a box; boxes are numbered from 0.
    mutating func insert(_ box: PixelBox) {
        let number = Int32(boxes.count)
        boxes.append(box)
        for cell in touched(by: box) { cells[cell, default: []].append(number) }
    }

    /// Whether a box overlaps one in the index.
    func isTaken(_ box: PixelBox) -> Bool {
        touched(by: box).contains { cell in
            (cells[cell] ?? []).contains { shareRoom(boxes[Int($0)], box) }
        }
    }

    private func shareRoom(_ first: PixelBox, _ second: PixelBox) -> Bool {
        first.y < second.y + second.height && second.y < first.y + first.height
            && ((second.x - first.x).wrapped(to: world) < first.width
                || (first.x - second.x).wrapped(to: world) < second.width)
    }

    /// The numbers of the boxes that overlap `box`, ascending.
    ///
    /// Each comes with the offset, in units and by whole turns of the world, that moves it there.
    func numbers(in box: PixelBox) -> [(number: Int, turn: Int)] {
        var found: Set<Int32> = []
        for cell in touched(by: box) { found.formUnion(cells[cell] ?? []) }
        return found.sorted().flatMap { number in
            places(of: Int(number), in: box).map { (Int(number), $0) }
        }
    }

    private func places(of number: Int, in box: PixelBox) -> [Int] {
        // Both are at most a world wide and start less than a world off the map.
        [-2, -1, 0, 1, 2].map { $0 * world }.filter { boxes[number].moved(byX: $0, y: 0).intersects(box) }
    }

    private func touched(by box: PixelBox) -> Set<Int> {
        let across = box.x.floored(by: Self.cell)...(box.x + box.width - 1).floored(by: Self.cell)
        let down = box.y.floored(by: Self.cell)...(box.y + box.height - 1).floored(by: Self.cell)
        var touched: Set<Int> = []
        for row in down {
            for column in across { touched.insert(row * columns + column.wrapped(to: columns)) }
        }
        return touched
    }
}
