package import Allergens
package import Drawing
package import Geography
package import Observations

/// Draws one day of a region as a self-explanatory picture: title, date, map, stations and legend.
package struct MapFrame: Sendable {
    /// A station on the map.
    package struct Place: Sendable {
        package let id: Station.ID
        package let name: String
        package let position: Coordinate

        package init(id: Station.ID, name: String, position: Coordinate) {
            self.id = id
            self.name = name
            self.position = position
        }
    }

    /// The content of one frame.
    package struct Day: Sendable {
        package let day: CivilDate
        /// The share of the time span that is over, 0…1.
        package let share: Double
        /// The tiles of the window, in its order.
        package let tiles: [[UInt8]]
        /// The stations with a reading.
        package let reporting: Set<Station.ID>

        package init(day: CivilDate, share: Double, tiles: [[UInt8]], reporting: Set<Station.ID>) {
            self.day = day
            self.share = share
            self.tiles = tiles
            self.reporting = reporting
        }
    }

    private static let header = 58.0
    private static let footer = 62.0
    /// The width that the legend needs; a narrower map is centred.
    private static let leastWidth = 540

    private static let paper = Colour.white
    private static let land = Colour(red: 0xF1, green: 0xEF, blue: 0xEA)
    private static let ink = Colour(red: 0x1F, green: 0x29, blue: 0x33)
    private static let pale = Colour(red: 0x5A, green: 0x67, blue: 0x75)
    private static let hair = Colour(red: 0xDA, green: 0xD6, blue: 0xCE)
    private static let title = TextStyle(size: 18, isBold: true, colour: ink)
    private static let date = TextStyle(size: 22, isBold: true, colour: ink)
    private static let words = TextStyle(size: 12, colour: ink)
    private static let small = TextStyle(size: 10, colour: pale)

    private let window: MapWindow
    private let layer: Layer
    private let places: [Place]
    private let labels: [(text: String, x: Double, y: Double)]
    /// The size of the picture in pixels.
    package let width: Int
    package let height: Int
    private let mapX: Double
    private let attribution: String

    /// The colours that must stay distinct, including those of the layer as they appear on the map.
    package var colours: [Colour] {
        [Self.paper, Self.land, Self.ink, Self.pale, Self.hair]
            + layer.palette.colours.map { $0.laid(over: Self.land) }
    }

    package init(
        window: MapWindow, layer: Layer, places: [Place], attribution: String
    ) throws(CairoError) {
        self.window = window
        self.layer = layer
        self.places = places
        self.attribution = attribution
        width = max(window.width, Self.leastWidth)
        height = window.height + Int(Self.header + Self.footer)
        mapX = Double((width - window.width) / 2)
        labels = try Self.labels(for: places, in: window)
    }

    /// Draws the picture of a day.
    package func draw(_ day: Day) throws(CairoError) -> Canvas {
        let canvas = try Canvas(width: Double(width), height: Double(height))
        canvas.fill(
            Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)), with: Self.paper)
        drawHeader(day, on: canvas)
        let map = try Canvas(width: Double(window.width), height: Double(window.height))
        try drawMap(day, on: map)
        canvas.lay(map, x: mapX, y: Self.header)
        drawLegend(on: canvas)
        return canvas
    }

    private func drawHeader(_ day: Day, on canvas: borrowing Canvas) {
        canvas.write(layer.title, x: 14, baseline: 34, Self.title)
        let text = day.day.words
        canvas.write(
            text, x: Double(width) - 14 - canvas.width(of: text, Self.date), baseline: 35, Self.date)
        let line = Self.header - 4
        canvas.fill(Rectangle(x: 0, y: line, width: Double(width), height: 4), with: Self.hair)
        canvas.fill(Rectangle(x: 0, y: line, width: Double(width) * day.share, height: 4), with: Self.pale)
    }

    private func drawMap(_ day: Day, on map: borrowing Canvas) throws(CairoError) {
        map.fill(
            Rectangle(x: 0, y: 0, width: Double(window.width), height: Double(window.height)), with: Self.land
        )
        for (tile, png) in zip(window.tiles, day.tiles) {
            map.lay(try Canvas(png: png), x: Double(tile.x), y: Double(tile.y))
        }
        Graticule(window).draw(on: map, line: Self.ink.faded(to: 0.12), text: Self.small)
        for place in places { drawDot(place, isReporting: day.reporting.contains(place.id), on: map) }
        for label in labels { map.writeInHalo(label.text, x: label.x, baseline: label.y, Self.words) }
    }

    /// Draws a filled dot for a station with a reading, and a hollow one for a station without.
    private func drawDot(_ place: Place, isReporting: Bool, on map: borrowing Canvas) {
        let (x, y) = window.place(of: place.position)
        func dot(_ radius: Double, _ colour: Colour) {
            map.fill(
                Rectangle(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius),
                radius: radius, with: colour)
        }
        dot(4.5, Self.paper)
        dot(3.5, Self.ink)
        if !isReporting { dot(2, Self.paper) }
    }

    private func drawLegend(on canvas: borrowing Canvas) {
        let top = Double(height) - Self.footer + 14
        var pen = 14.0
        for level in Level.allCases {
            let swatch = Rectangle(x: pen, y: top, width: 26, height: 14)
            canvas.fill(swatch, radius: 3, with: Self.land)
            canvas.fill(
                swatch, radius: 3, withColoursFromTheLeft: layer.ramp.shades(of: level, in: layer.style))
            canvas.outline(swatch, radius: 3, with: Colour(red: 0, green: 0, blue: 0, alpha: 0x40))
            canvas.write(level.words, x: pen + 32, baseline: top + 11.5, Self.words)
            pen += 32 + canvas.width(of: level.words, Self.words) + 16
        }
        let swatch = Rectangle(x: pen, y: top, width: 26, height: 14)
        canvas.fill(swatch, radius: 3, with: Self.land)
        canvas.outline(swatch, radius: 3, dashes: [3, 3], with: Self.pale)
        canvas.write("unknown", x: pen + 32, baseline: top + 11.5, Self.words)
        canvas.write(attribution, x: 14, baseline: Double(height) - 14, Self.small)
    }

    /// The names that fit beside their dots; earlier stations have priority.
    private static func labels(
        for places: [Place], in window: MapWindow
    ) throws(CairoError) -> [(text: String, x: Double, y: Double)] {
        let measure = try Canvas(width: 1, height: 1)
        var taken: [Rectangle] = places.map { place in
            let (x, y) = window.place(of: place.position)
            return Rectangle(x: x - 5, y: y - 5, width: 10, height: 10)
        }
        var labels: [(text: String, x: Double, y: Double)] = []
        for place in places {
            let (x, y) = window.place(of: place.position)
            let size = measure.width(of: place.name, words)
            for start in [x + 8, x - 8 - size] {
                let box = Rectangle(x: start - 1, y: y - 8, width: size + 2, height: 16)
                let isInside =
                    box.x >= 4 && box.x + box.width <= Double(window.width) - 4 && box.y >= 4
                    && box.y + box.height <= Double(window.height) - 4
                guard isInside, !taken.contains(where: { $0.overlaps(box) }) else { continue }
                taken.append(box)
                labels.append((place.name, start, y + 4))
                break
            }
        }
        return labels
    }
}

extension Canvas {
    /// Writes a line of text with a white halo, so that it is legible on every shade.
    func writeInHalo(_ text: String, x: Double, baseline: Double, _ style: TextStyle) {
        let halo = TextStyle(size: style.size, isBold: style.isBold, colour: .white)
        for (right, down) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)] {
            write(text, x: x + right, baseline: baseline + down, halo)
        }
        write(text, x: x, baseline: baseline, style)
    }
}

extension Rectangle {
    fileprivate func overlaps(_ other: Rectangle) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height
            && other.y < y + height
    }
}

extension CivilDate {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    /// The date in English words: `14 April 2026`.
    fileprivate var words: String {
        let (year, month, day) = components
        return "\(day) \(Self.months[month - 1]) \(year)"
    }
}
