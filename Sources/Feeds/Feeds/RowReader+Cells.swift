import Allergens
import Foundation
import Observations

extension RowReader {
    mutating func place(in cells: [Cell], of bytes: Span<UInt8>, header: Header) throws(CellFault) -> RowPlace
    {
        let column = header.station ?? 0
        do throws(ReadingRejection) {
            guard header.station != nil, !cells[column].isEmpty || !stationIsKnown else {
                return try intake.ownPlace()
            }
            guard !cells[column].isEmpty else { throw .missing }
            if let place = places.meaning(of: cells[column], in: bytes) { return place }
            let place = try intake.place(spelled: bytes.text(of: cells[column], in: format.encoding))
            places.remember(place, of: cells[column], in: bytes)
            return place
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    /// Returns the allergen that a cell names, or `nil` if the definition ignores that name.
    mutating func allergen(in cell: Cell, of bytes: Span<UInt8>, column: Int) throws(CellFault) -> Allergen? {
        if let allergen = allergens.meaning(of: cell, in: bytes) { return allergen }
        do throws(ReadingRejection) {
            guard !cell.isEmpty else { throw .missing }
            let name = try bytes.text(of: cell, in: format.encoding)
            guard let allergen = try allergen(named: name) else { return nil }
            allergens.remember(allergen, of: cell, in: bytes)
            return allergen
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    private func allergen(named name: String) throws(ReadingRejection) -> Allergen? {
        if let allergen = allergenNames[name.lowercased()] { return allergen }
        if ignoredNames.contains(name.lowercased()) { return nil }
        do throws(ReadingRejection) {
            return try intake.allergen(spelled: name)
        } catch {
            guard ignoredNames.contains(FeedFormat.rest) else { throw error }
            return nil
        }
    }

    func period(
        in cells: [Cell], of bytes: Span<UInt8>, header: Header, at place: RowPlace, hours: Int = 1
    ) throws(CellFault) -> Reading.Period {
        let cell = cells[header.period]
        do throws(ReadingRejection) {
            guard !cell.isEmpty else { throw .missing }
            let period =
                try header.periodRole == .day
                ? day(in: cell, of: bytes) : hour(in: cell, of: bytes, hours: hours)
            try intake.admit(period, at: place)
            return period
        } catch {
            throw CellFault(column: header.period, rejection: error)
        }
    }

    func day(in cell: Cell, of bytes: Span<UInt8>) throws(ReadingRejection) -> Reading.Period {
        guard let day = bytes.stamp(of: cell, as: format.dayForms, year: format.year)?.wholeDay else {
            throw try fault(in: cell, of: bytes, otherwise: format.impossibleDay)
        }
        return .day(day)
    }

    func hour(
        in cell: Cell, of bytes: Span<UInt8>, hours: Int
    ) throws(ReadingRejection) -> Reading.Period {
        guard let stamp = bytes.stamp(of: cell, as: format.timeForms) else {
            throw try fault(in: cell, of: bytes, otherwise: format.impossibleTime)
        }
        let end = Date(timeIntervalSince1970: Double(stamp.secondsSinceEpoch))
        return hours == 3 ? .threeHours(ending: end) : .hour(ending: end)
    }

    /// Returns the measurement in a cell, or `nil` if there is none.
    ///
    /// “<1” is below the limit of detection 1.
    func measured(
        in cell: Cell, of bytes: Span<UInt8>, column: Int, allergen: Allergen, factor: Double
    ) throws(CellFault) -> Measured? {
        guard !cell.isEmpty, bytes[cell.start] == UInt8(ascii: "<") else {
            return try value(in: cell, of: bytes, column: column, allergen: allergen, factor: factor)
                .map { Measured($0) }
        }
        var number = cell
        number.start += 1
        while number.start < number.end, bytes[number.start] == UInt8(ascii: " ") { number.start += 1 }
        do throws(ReadingRejection) {
            let limit = try self.number(in: number, of: bytes) * factor
            try ReadingRules.admit(value: limit, of: allergen)
            return try Measured(belowLimit: limit)
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    /// Returns the value of a cell, or `nil` if there is none.
    func value(
        in cell: Cell, of bytes: Span<UInt8>, column: Int, allergen: Allergen, factor: Double
    ) throws(CellFault) -> Double? {
        guard !cell.isEmpty, !format.missing.contains(where: { bytes.cell(cell, equals: $0) }) else {
            return nil
        }
        do throws(ReadingRejection) {
            let value = try number(in: cell, of: bytes) * factor
            try ReadingRules.admit(value: value, of: allergen)
            return value
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    func number(in cell: Cell, of bytes: Span<UInt8>) throws(ReadingRejection) -> Double {
        do throws(ReadingRejection) {
            return try bytes.number(of: cell, as: format.numbers)
        } catch {
            throw try fault(in: cell, of: bytes, otherwise: error)
        }
    }

    /// Returns the conversion factor for the values of a row, from its unit.
    mutating func factor(
        in cell: Cell, of bytes: Span<UInt8>, column: Int, allergen: Allergen
    ) throws(CellFault) -> Double {
        guard !cell.isEmpty else { return 1 }
        do throws(ReadingRejection) {
            if let unit = units.meaning(of: cell, in: bytes) {
                return try unit.factor(to: allergen)
            }
            let unit = FeedUnit(spelling: try bytes.text(of: cell, in: format.encoding))
            if let unit { units.remember(unit, of: cell, in: bytes) }
            return try intake.factor(from: unit, to: allergen)
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    /// Returns the fault of an unreadable cell: invalid text takes precedence over the given reason.
    func fault(
        in cell: Cell, of bytes: Span<UInt8>, otherwise rejection: ReadingRejection
    ) throws(ReadingRejection) -> ReadingRejection {
        _ = try bytes.text(of: cell, in: format.encoding)
        return rejection
    }
}
