import Geography

/// The marks that are shown at one zoom, and their positions.
///
/// Collisions are resolved once for the whole zoom, not tile by tile: every tile is a window on the same
/// layout, and a mark on an edge appears in both of its tiles.
package struct MarkerLayout: Sendable {
    /// A mark and the position of its origin.
    struct Item: Hashable, Sendable {
        let look: MarkerStyle
        let x: Int
        let y: Int
        let opacity: UInt8

        init(_ look: MarkerStyle, x: Int, y: Int, opacity: UInt8 = 255) {
            self.look = look
            self.x = x
            self.y = y
            self.opacity = opacity
        }

        /// The pixels that the mark may cover.
        var box: PixelBox { look.extent.moved(byX: x, y: y) }
    }

    /// All marks, in the order in which they are drawn.
    let items: [Item]
    private let index: BoxIndex

    init(zoom: Int, items: [Item]) {
        self.items = items
        var index = BoxIndex(zoom: zoom)
        for item in items { index.insert(item.box) }
        self.index = index
    }

    /// The marks that are visible in a window, in drawing order, with positions relative to the window's
    /// corner.
    func items(in window: PixelBox) -> [Item] {
        index.numbers(in: window).map { number, turn in
            let item = items[number]
            return Item(
                item.look, x: item.x + turn - window.x, y: item.y - window.y, opacity: item.opacity)
        }
    }
}
