import Allergens
import Foundation
import Geography
import Observations

extension RowReader {
    /// Reads the weather of a row: at the point of a grid, or else at a station.
    ///
    /// Rows of a grid, and rows that say when they were issued, are forecasts.
    mutating func readWeatherRow(
        _ cells: [Cell], of bytes: Span<UInt8>, header: Header, columns: WeatherColumns
    ) throws(CellFault) {
        let site = try weatherSite(in: cells, of: bytes, header: header, columns: columns)
        let issued = try weatherIssue(in: cells, of: bytes, columns: columns, kind: site.kind)
        let period = try weatherPeriod(
            in: cells, of: bytes, header: header, isForecast: issued != nil, zone: site.timeZone)
        for (column, meaning) in columns.values {
            let cell = cells[column]
            guard !cell.isEmpty, !format.missing.contains(where: { bytes.cell(cell, equals: $0) }) else {
                intake.batch.tally.missing += 1
                continue
            }
            do throws(ReadingRejection) {
                let value = try meaning.value(of: number(in: cell, of: bytes), in: nil, over: period.span)
                try intake.weather.keep(
                    value, of: meaning.parameter, at: site, in: period, issued: issued,
                    line: splitter?.line ?? 0)
            } catch {
                reject(CellFault(column: column, rejection: error), in: bytes, header: header)
            }
        }
    }

    private mutating func weatherSite(
        in cells: [Cell], of bytes: Span<UInt8>, header: Header, columns: WeatherColumns
    ) throws(CellFault) -> WeatherSite {
        guard let longitude = columns.longitude, let latitude = columns.latitude, let degrees = format.degrees
        else {
            let place = try place(in: cells, of: bytes, header: header)
            guard let station = intake.station(place.station) else {
                preconditionFailure("a place is that of a known station")
            }
            return WeatherSite(station)
        }
        let east = try coordinate(in: cells[longitude], of: bytes, column: longitude)
        let north = try coordinate(in: cells[latitude], of: bytes, column: latitude)
        guard let position = Coordinate(longitude: east, latitude: north) else {
            throw CellFault(
                column: abs(east) > 180 ? longitude : latitude,
                rejection: .unreadable("longitude and latitude are no position"))
        }
        guard
            let site = WeatherSite(
                cellAround: position, degrees: degrees, source: source, timeZone: format.timeZone,
                attribution: attribution)
        else { throw CellFault(column: longitude, rejection: .unreadable("no cell can be made here")) }
        return site
    }

    private func coordinate(
        in cell: Cell, of bytes: Span<UInt8>, column: Int
    ) throws(CellFault) -> Double {
        do throws(ReadingRejection) {
            guard !cell.isEmpty else { throw .missing }
            return try number(in: cell, of: bytes)
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    /// Returns when the row's forecast was issued, or `nil` if the row is measured.
    private func weatherIssue(
        in cells: [Cell], of bytes: Span<UInt8>, columns: WeatherColumns, kind: WeatherSite.Kind
    ) throws(CellFault) -> Date? {
        guard let column = columns.issued, !cells[column].isEmpty else {
            return kind == .grid ? intake.now : nil
        }
        return try issued(in: cells[column], of: bytes, column: column)
    }

    private func weatherPeriod(
        in cells: [Cell], of bytes: Span<UInt8>, header: Header, isForecast: Bool, zone: TimeZone
    ) throws(CellFault) -> WeatherPeriod {
        let cell = cells[header.period]
        do throws(ReadingRejection) {
            guard !cell.isEmpty else { throw .missing }
            let read =
                try header.periodRole == .day ? day(in: cell, of: bytes) : hour(in: cell, of: bytes, hours: 1)
            guard let period = WeatherPeriod(read) else { preconditionFailure("one hour or a day was read") }
            try intake.admit(period, isForecast: isForecast, in: zone)
            return period
        } catch {
            throw CellFault(column: header.period, rejection: error)
        }
    }
}
