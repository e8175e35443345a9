package import Allergens
package import Foundation
package import Geography
import Hummingbird
package import Observations

/// Readers of URL parameters, each with an error sentence that says what is allowed.
extension Request {
    /// The query parameter `name`, or `nil` when it is absent.
    private func query(_ name: Substring) -> Substring? { uri.queryParameters[name] }

    /// Checks that no parameter occurs twice; one of the values would be ignored.
    package func expectSingleParameters() throws {
        var names: Set<Substring> = []
        for (name, _) in uri.queryParameters where !names.insert(name).inserted {
            let problem = Problem.parameter(String(name.prefix(60)), "A parameter is given once.")
            if hasBody { throw UnreadBody(cause: problem) }
            throw problem
        }
    }

    package func text(_ name: String) -> String? { query(name[...]).map(String.init) }

    /// Words that somebody typed into a form, or `nil` when the parameter is absent.
    ///
    /// A browser sends a space of a form as `+` (WHATWG URL, `application/x-www-form-urlencoded`), and a plus
    /// sign as `%2B`. In other parameters `+` is itself, as in `birch+grass`.
    package func words(_ name: String) -> String? {
        guard let text = text(name) else { return nil }
        let sent = (uri.query ?? "").split(separator: "&").first { part in
            part.prefix { $0 != "=" }.removingPercentEncoding == name
        }
        let value = sent?.drop { $0 != "=" }.dropFirst()
        return value?.replacing("+", with: "%20").removingPercentEncoding ?? text
    }

    package func day(_ name: String) throws -> CivilDate? {
        guard let text = query(name[...]) else { return nil }
        guard let day = CivilDate(text)
        else {
            throw Problem.parameter(name, "\(name) is not a day of the calendar as YYYY-MM-DD, 1870 to 2199.")
        }
        return day
    }

    package func number(_ name: String) throws -> Double? {
        guard let text = query(name[...]) else { return nil }
        guard let number = Double(decimal: text)
        else { throw Problem.parameter(name, "\(name) is not a number.") }
        return number
    }

    /// A parameter that is `true` or `false`, and `false` when it is absent.
    package func flag(_ name: String) throws -> Bool {
        switch text(name) {
        case nil, "false": return false
        case "true": return true
        default: throw Problem.parameter(name, "\(name) is true or false.")
        }
    }

    package func instant(_ name: String) throws -> Date? {
        guard let text = query(name[...]) else { return nil }
        guard let instant = Date(rfc3339: text)
        else {
            throw Problem.parameter(
                name, "\(name) is not a time as in RFC 3339, such as 2026-04-08T13:00:00Z.")
        }
        return instant
    }

    /// The position in `lon` and `lat`.
    package func position() throws -> Coordinate {
        guard let longitude = try number("lon") else { throw Problem.parameter("lon", "lon is needed.") }
        guard let latitude = try number("lat") else { throw Problem.parameter("lat", "lat is needed.") }
        guard (-180...180).contains(longitude)
        else { throw Problem.parameter("lon", "lon lies outside −180…180.") }
        guard let position = Coordinate(longitude: longitude, latitude: latitude)
        else { throw Problem.parameter("lat", "lat lies outside −90…90.") }
        return position
    }

    /// The box in `bbox=west,south,east,north`.
    package func box() throws -> BoundingBox? {
        guard let text = query("bbox") else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let edges = parts.compactMap { Double(decimal: $0) }
        guard parts.count == 4, edges.count == 4,
            let box = BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
        else {
            throw Problem.parameter(
                "bbox",
                "bbox is not west,south,east,north in degrees; west may exceed east over the antimeridian.")
        }
        return box
    }

    /// The allergen in a query parameter.
    package func allergen(_ name: String, in taxonomy: Taxonomy) throws -> Allergen? {
        guard let text = text(name) else { return nil }
        guard let allergen = taxonomy.allergen(spelled: text) else {
            throw Problem(
                .unknownAllergen,
                errors: [Problem.Detail(parameter: name, detail: Self.unknownAllergen(text))])
        }
        return allergen
    }

    package static func unknownAllergen(_ text: String) -> String {
        "No allergen has the key or alias \"\(text.prefix(60))\"; GET /v1/allergens lists them."
    }
}

extension BreatheContext {
    /// The station identifier in the path.
    package func station() throws -> Station.ID {
        guard let station = parameters.get("station").flatMap(Station.ID.init(rawValue:))
        else { throw Problem(.unknownStation, "A station identifier has 1 to 40 of a–z, 0–9, - and _.") }
        return station
    }
}

extension Double {
    /// Reads a finite decimal number; Swift's own parser also accepts hexadecimal numbers and `nan`.
    package init?(decimal text: Substring) {
        guard text.utf8.allSatisfy({ Self.signs.contains($0) }), let number = Double(text), number.isFinite
        else { return nil }
        self = number
    }

    private static let signs = Set("0123456789+-.eE".utf8)
}

extension Date {
    // Read once, not for each time.
    nonisolated(unsafe) private static let form =
        /(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)/

    /// Reads a time as in RFC 3339, 5.6; Foundation alone would take hour 25 for the first hour of the next
    /// day.
    package init?(rfc3339 text: some StringProtocol) {
        let text = String(text).uppercased()
        guard let match = text.wholeMatch(of: Self.form), CivilDate(match.1) != nil,
            let date = try? Date(
                text,
                strategy: match.3 == nil
                    ? .iso8601 : Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        else { return nil }
        self = date
    }
}
