import Allergens
import Interpolation
import Observations
import Rendering

/// Each station's highest level of any of some allergens on a day.
///
/// When a field is replaced, only the stations whose values differ are looked at again.
struct StationHighs: Sendable {
    /// A station's highest value.
    struct High: Sendable {
        let mark: StationMarker.Mark
        let index: Double

        /// The mark, unless it is carried over from an older reading: beside a pin only a day's own value is
        /// shown.
        var ofItsDay: StationMarker.Mark? { mark.basis == .carried ? nil : mark }

        /// Whether it takes precedence: a value of the day itself does over one that is carried over.
        func exceeds(_ other: High?) -> Bool {
            guard let other else { return true }
            let isFresh = mark.basis != .carried
            guard isFresh == (other.mark.basis != .carried) else { return isFresh }
            return (mark.level.rank, index) > (other.mark.level.rank, other.index)
        }
    }

    private let content: FieldCache.Content
    private let fields: [IntensityField]
    private var highs: [Station.ID: High]

    /// Looks at all stations of the fields.
    init(_ fields: [IntensityField], of content: FieldCache.Content) {
        self.content = content
        self.fields = fields
        highs = [:]
        for field in fields {
            for sample in field.samples { note(sample, of: field) }
        }
    }

    subscript(station: Station.ID) -> High? { highs[station] }

    /// The same for fields of which some may be newer.
    func renewed(with newer: [IntensityField]) -> StationHighs {
        guard newer.map(\.allergen.id) == fields.map(\.allergen.id) else {
            return StationHighs(newer, of: content)
        }
        let changed = zip(fields, newer).reduce(into: Set<Station.ID>()) { changed, pair in
            changed.formUnion(Self.differing(pair.0.samples, pair.1.samples))
        }
        // A search in each field costs more than a walk through all of them.
        guard changed.count < highs.count / 16 + 1 else { return StationHighs(newer, of: content) }
        return StationHighs(newer, renewing: changed, of: self)
    }

    private init(
        _ fields: [IntensityField], renewing stations: Set<Station.ID>, of former: StationHighs
    ) {
        content = former.content
        self.fields = fields
        highs = former.highs
        for station in stations {
            highs[station] = nil
            for field in fields {
                if let sample = field.sample(of: station) { note(sample, of: field) }
            }
        }
    }

    /// The stations that two lists of samples, both ordered by station, say different things of.
    private static func differing(_ old: [DayValue], _ new: [DayValue]) -> Set<Station.ID> {
        // Lists with the same memory are compared at once.
        if old == new { return [] }
        return Set(Set(old).symmetricDifference(new).map(\.station))
    }

    private mutating func note(_ sample: DayValue, of field: IntensityField) {
        let level = field.bounds.level(of: sample.value)
        let high = High(
            mark: StationMarker.Mark(level: level, basis: basis(of: sample, on: field.day)),
            index: field.bounds.index(of: sample.value))
        if high.exceeds(highs[sample.station]) { highs[sample.station] = high }
    }

    private func basis(of sample: DayValue, on day: CivilDate) -> StationMarker.Mark.Basis {
        switch content {
        case .forecasts: sample.interval == nil ? .forecast : .modelled
        case .readings: sample.day == day ? .measured : .carried
        }
    }
}
