import ArgumentParser
import Feeds
import Geography
import Observations

/// The place that a request was about, for feeds whose documents do not repeat it.
struct AskedOptions: ParsableArguments {
    @Option(help: "The station of the file, if the file does not name it.")
    var station: String?
    @Option(
        parsing: .unconditional, help: "The longitude of the request, −180…180.")
    var lon: Double?
    @Option(
        parsing: .unconditional, help: "The latitude of the request, −90…90.")
    var lat: Double?

    func place() throws -> AskedPlace {
        var id: Station.ID?
        if let station {
            guard let known = Station.ID(rawValue: station) else {
                throw ValidationError("--station must have 1 to 40 characters of a–z, 0–9, - and _")
            }
            id = known
        }
        switch (lon, lat) {
        case (nil, nil): return AskedPlace(station: id)
        case (let lon?, let lat?):
            guard let position = Coordinate(longitude: lon, latitude: lat) else {
                throw ValidationError("--lon must be in −180…180 and --lat in −90…90")
            }
            return AskedPlace(station: id, position: position)
        default: throw ValidationError("--lon and --lat must be given together")
        }
    }
}
