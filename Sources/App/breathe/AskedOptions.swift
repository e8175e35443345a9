import ArgumentParser
import Feeds
import Geography
import Observations

/// The place that a request was about, for feeds whose documents do not repeat it.
struct AskedOptions: ParsableArguments {
    @Option(help: "The station that the file is about, where the file does not say it.")
    var station: String?
    @Option(
        parsing: .unconditional, help: "The degrees east that the source was asked about, −180…180.")
    var lon: Double?
    @Option(
        parsing: .unconditional, help: "The degrees north that the source was asked about, −90…90.")
    var lat: Double?

    func place() throws -> AskedPlace {
        var id: Station.ID?
        if let station {
            guard let known = Station.ID(rawValue: station) else {
                throw ValidationError("--station has 1 to 40 of a–z, 0–9, - and _")
            }
            id = known
        }
        switch (lon, lat) {
        case (nil, nil): return AskedPlace(station: id)
        case (let lon?, let lat?):
            guard let position = Coordinate(longitude: lon, latitude: lat) else {
                throw ValidationError("--lon lies in −180…180, --lat in −90…90")
            }
            return AskedPlace(station: id, position: position)
        default: throw ValidationError("--lon and --lat go together")
        }
    }
}
