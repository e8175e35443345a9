package import Allergens
package import Geography

/// When a plant may flower, with a wide margin for differences between years.
package struct PollenSeason: Sendable {
    /// Days of the year, 1…366, in the northern hemisphere.
    private let days: ClosedRange<Int>

    /// Days before and after the season in which pollen may still be real: twice the spread of the season's
    /// start.
    ///
    /// Of 144 216 values from Basel 1971–2012, Geneva 1994–2015, Bečej and the Swiss network, none outside
    /// this margin reached ``floor``, once the green alder of the mountains is included.
    private static let margin = 60

    /// Grains per cubic metre above which pollen out of season is doubtful; less may be long-range transport
    /// or dust.
    static let floor = 30.0

    /// Degrees from the equator within which the calendar predicts no seasons: the tropics.
    private static let tropic = 23.44

    /// The season of an allergen, or `nil` when no long series shows it.
    package init?(of allergen: Allergen.ID) {
        guard let days = Self.table[allergen.rawValue] else { return nil }
        self.days = days
    }

    /// Whether pollen on a day at a latitude is implausible.
    package func excludes(_ day: CivilDate, at position: Coordinate) -> Bool {
        guard abs(position.latitude) > Self.tropic else { return false }
        let halfYear = position.latitude < 0 ? 182 : 0
        let components = day.components
        guard let newYear = CivilDate(year: components.year, month: 1, day: 1) else { return false }
        let place = (day.daysSinceEpoch - newYear.daysSinceEpoch + halfYear) % 365 + 1
        let before = (days.lowerBound - place + 365) % 365
        let after = (place - days.upperBound + 365) % 365
        return !days.contains(place) && before > Self.margin && after > Self.margin
    }

    /// The days on which 5 % and 95 % of the annual sum were reached.
    ///
    /// Medians of Basel 2003–2022 and Luxembourg 1999–2018. Alder lasts until the green alder (*Alnus
    /// viridis*) of the mountains is over. Ragweed is from Pannonia.
    private static let table: [String: ClosedRange<Int>] = [
        "hazel": 24...76, "alder": 39...212, "birch": 90...116, "hornbeam": 92...112, "beech": 106...132,
        "oak": 105...136, "chestnut": 170...201, "ash": 83...108, "plane": 105...134, "elm": 65...95,
        "walnut": 115...147, "poplar": 68...99, "willow": 77...118, "maple": 70...130, "lime": 150...200,
        "larch": 80...120, "pine": 122...184, "grass": 136...210, "rye": 136...181, "mugwort": 204...235,
        "ragweed": 220...275, "plantain": 127...249, "nettle": 163...243, "sorrel": 130...186,
        "goosefoot": 182...247,
    ]
}
