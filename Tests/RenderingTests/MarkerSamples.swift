import Alerts
import Allergens
import Geography
import Observations
import SeededTesting

@testable import Rendering

func markerLayer(_ name: String) throws -> MarkerLayer {
    guard case .markers(let layer) = try catalogue().mapLayer(named: name) else {
        throw LayerError.unknown(name, known: [])
    }
    return layer
}

/// Fictitious stations, over the antimeridian if required.
func stationMarkers(
    _ count: Int, around centre: Coordinate, within degrees: Double, seed: UInt64
) -> [StationMarker] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
        func mark(_ bases: [StationMarker.Mark.Basis?]) -> StationMarker.Mark? {
            guard let basis = bases.randomElement(using: &generator) ?? nil else { return nil }
            return StationMarker.Mark(level: Level.allCases.randomElement(using: &generator)!, basis: basis)
        }
        let today = mark([.measured, .measured, .carried, nil])
        return StationMarker(
            station: Station.ID(rawValue: "s\(number)")!, name: "Station \(number)",
            position: .random(near: centre, within: degrees, using: &generator),
            isSimulated: number % 7 == 0, yesterday: mark([.measured, nil]), today: today,
            tomorrow: mark([.forecast, nil]), index: .random(in: 0...10, using: &generator))
    }
}

/// Fictitious alerts.
func alertMarkers(
    _ count: Int, around centre: Coordinate, within degrees: Double, seed: UInt64
) -> [AlertMarker] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
        let kind = Alert.Kind.allCases.randomElement(using: &generator)!
        return AlertMarker(
            id: Alert.ID(rawValue: "a\(number)"), kind: kind,
            position: .random(near: centre, within: degrees, using: &generator),
            level: kind == .user
                ? nil : [.low, .moderate, .high, .veryHigh].randomElement(using: &generator),
            age: AlertMarker.Age.allCases.randomElement(using: &generator)!)
    }
}
