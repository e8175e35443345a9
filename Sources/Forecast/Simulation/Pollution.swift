import Allergens
import Foundation

/// One pollutant of the demonstration: how much of it is in the air of a town, and what changes it.
///
/// Medians and seasons are assumptions of the order of magnitude of European towns. Spreads and effects are
/// those of the natural logarithm.
struct Pollution: Sendable {
    let allergen: Allergen.ID
    /// The median of the daily means, in micrograms per cubic metre.
    let median: Double
    /// The day of the year on which it is highest.
    let peak: Double
    /// How much more there is at the peak than on an average day.
    let season: Double
    /// How much more there is when the weather is calm and sunny, for each standard deviation of it.
    let weather: Double
    /// How fast rain removes it.
    let washing: Double
    /// The spread between towns.
    let place: Double

    private init(
        _ pollutant: Pollutant, _ median: Double, peak: Double, season: Double, weather: Double,
        washing: Double, place: Double
    ) {
        allergen = pollutant.allergen
        self.median = median
        self.peak = peak
        self.season = season
        self.weather = weather
        self.washing = washing
        self.place = place
    }

    /// Heating and still air make winters worse; sunshine makes ozone.
    static let all: [Pollution] = [
        Pollution(.fineParticles, 10, peak: 20, season: 0.35, weather: 0.45, washing: 1, place: 0.3),
        Pollution(.particles, 18, peak: 20, season: 0.25, weather: 0.4, washing: 1.2, place: 0.3),
        Pollution(.ozone, 55, peak: 185, season: 0.45, weather: 0.15, washing: 0.2, place: 0.1),
        Pollution(.nitrogenDioxide, 16, peak: 15, season: 0.3, weather: 0.25, washing: 0.3, place: 0.5),
        Pollution(.sulphurDioxide, 3, peak: 15, season: 0.2, weather: 0.2, washing: 0.3, place: 0.4),
        Pollution(.carbonMonoxide, 280, peak: 15, season: 0.3, weather: 0.2, washing: 0.2, place: 0.3),
    ]

    /// The logarithm of the mean of a usual day, by its number in the year.
    func usual(onDay day: Int) -> Double {
        log(median) + season * cos(2 * .pi * (Double(day) - peak) / 365.25)
    }
}
