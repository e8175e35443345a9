import Geography
import SeededTesting
import Trips

/// A track that depends only on its seed, and is the same in `random-tracks.mjs`: whole numbers all the way.
///
/// It goes by all speeds, through gaps, over the antimeridian and to the poles, with clocks that jump and fixes that
/// are imprecise, high or twice the same.
struct RandomTrack {
    private(set) var fixes: [TrackFix] = []
    private(set) var stops: [TravelStop] = []
    let settings: TripSettings

    private var generator: SeededGenerator
    /// Millionths of a degree.
    private var longitude: Int
    private var latitude: Int
    private var time = 1_780_000_000_000
    private var speed = 1
    private var heading = (east: 0, north: 0)

    /// Metres a second.
    private static let speeds = [1, 1, 2, 3, 4, 5, 6, 9, 15, 30, 60, 95, 230]
    private static let starts = [
        (11_560_000, 48_140_000), (179_990_000, -16_800_000), (-179_995_000, 64_000_000),
        (20_000_000, 88_900_000),
        (0, 0), (2_350_000, 48_860_000),
    ]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        var settings = TripSettings()
        if seed % 3 == 0 { settings.cyclistSpeed = 4 + Double(seed % 17) / 2 }
        self.settings = settings
        (longitude, latitude) = Self.starts[Int(seed % 6)]
        turn()
        for index in 0..<240 {
            if index > 0 { move() }
            fixes.append(fix())
        }
        for _ in 0..<14 { stops.append(stop()) }
    }

    /// The fixes that are later than all before them.
    var inOrder: [TrackFix] {
        fixes.reduce(into: []) { if $0.last.map(\.time) ?? .min < $1.time { $0.append($1) } }
    }

    /// Values around the first fix for a day, with gaps.
    static func grid(around fix: TrackFix, seed: Int) -> HourlyGrid? {
        let (columns, rows, hours) = (20, 16, 24)
        let values: [Double?] = (0..<columns * rows * hours).map {
            ($0 * 31 + seed) % 11 == 0 ? nil : Double(($0 * 29 + seed) % 97) / 4
        }
        let origin = Coordinate(
            wrappingLongitude: fix.position.longitude - 1, latitude: max(fix.position.latitude - 0.75, -90))
        return HourlyGrid(
            origin: origin, step: 0.125, columns: columns, rows: rows, start: fix.time - 1_800_000,
            values: values)
    }

    private mutating func draw(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    private mutating func turn() {
        speed = Self.speeds[draw(Self.speeds.count)]
        heading = (east: draw(2_001) - 1_000, north: draw(2_001) - 1_000)
    }

    private mutating func move() {
        if draw(25) == 0 { turn() }
        let elapsed = elapsed()
        time += elapsed
        // A metre is nine millionths of a degree of latitude, and a heading is in thousandths.
        longitude += speed * elapsed * 9 * heading.east / 1_000_000
        latitude += speed * elapsed * 9 * heading.north / 1_000_000
        latitude = min(max(latitude, -89_900_000), 89_900_000)
        while longitude > 180_000_000 { longitude -= 360_000_000 }
        while longitude < -180_000_000 { longitude += 360_000_000 }
    }

    /// Milliseconds to the next fix.
    private mutating func elapsed() -> Int {
        switch draw(60) {
        case 0: -draw(20_000)
        case 1: 0
        case 2: draw(900_000)
        case 3: draw(8_000_000)
        default: draw(25_000)
        }
    }

    private mutating func fix() -> TrackFix {
        let kind = draw(40)
        let altitude: Double? = kind == 0 ? 7_000 : kind < 10 ? nil : Double(draw(3_000))
        let accuracy: Double? = kind == 39 ? Double(30 + draw(20)) : kind < 20 ? nil : Double(draw(30))
        return TrackFix(
            position: Coordinate(
                wrappingLongitude: Double(longitude) / 1_000_000, latitude: Double(latitude) / 1_000_000),
            time: time, altitude: altitude, accuracy: accuracy)
    }

    /// A stop near one of the fixes.
    private mutating func stop() -> TravelStop {
        let place = fixes[draw(fixes.count)].position
        let kind: TravelStop.Kind = draw(3) == 0 ? .airport : .station
        let reach = kind == .airport ? 20_000 : 600
        let (east, north) = (draw(2 * reach + 1) - reach, draw(2 * reach + 1) - reach)
        return TravelStop(
            kind: kind,
            at: Coordinate(
                wrappingLongitude: min(max(place.longitude + Double(east) / 1_000_000, -180), 180),
                latitude: min(max(place.latitude + Double(north) / 1_000_000, -90), 90)))
    }
}
