import Allergens
import Foundation
import Geography
import HTTP
import Observations

/// `GET /v1/grid/{layer}/{z}/{x}/{y}`.
struct ValueTileWire: Encodable {
    struct Corner: Encodable {
        let longitude: Double
        let latitude: Double
    }

    let allergen: Allergen.ID
    let unit: ConcentrationUnit?
    let date: String
    /// Milliseconds since 1970 at which the day begins in UTC.
    let start: Int64
    /// The south-western corner.
    let origin: Corner
    let step: Double
    let columns: Int
    let rows: Int
    let values: [Double?]
    let hours: [Double]?
    let bases: [String: Int]
    let oldest: String?

    init(_ answer: ValueTileAnswer, to query: ValueTileQuery, of allergen: Allergen) {
        self.allergen = allergen.id
        unit = allergen.unit
        date = query.day.description
        start = Int64(query.day.daysSinceEpoch) * 86_400_000
        let bounds = query.tile.bounds
        origin = Corner(longitude: bounds.west, latitude: bounds.south)
        step = query.tile.side / Double(answer.cells)
        (columns, rows) = (answer.cells, answer.cells)
        values = answer.values.map { $0.map(Self.shortened) }
        hours = answer.hours?.map { ($0 * 1_000).rounded() / 1_000 }
        bases = Dictionary(uniqueKeysWithValues: answer.bases.map { ($0.key.rawValue, $0.value) })
        oldest = answer.oldest?.description
    }

    private enum CodingKeys: CodingKey {
        case allergen, unit, date, start, origin, step, columns, rows, values, hours, bases, oldest
    }

    /// Writes what is not known as `null`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(allergen, forKey: .allergen)
        try container.encode(unit, forKey: .unit)
        try container.encode(date, forKey: .date)
        try container.encode(start, forKey: .start)
        try container.encode(origin, forKey: .origin)
        try container.encode(step, forKey: .step)
        try container.encode(columns, forKey: .columns)
        try container.encode(rows, forKey: .rows)
        try container.encode(values, forKey: .values)
        try container.encode(hours, forKey: .hours)
        try container.encode(bases, forKey: .bases)
        try container.encode(oldest, forKey: .oldest)
    }

    /// A value with three digits, or with two behind the point: no estimate is more certain, and a tile stays small.
    static func shortened(_ value: Double) -> Double {
        guard value >= 1_000 else {
            let parts = value >= 100 ? 1.0 : value >= 10 ? 10 : 100
            return (value * parts).rounded() / parts
        }
        let unit = pow(10, (log10(value) - 2).rounded(.down))
        return (value / unit).rounded() * unit
    }
}
