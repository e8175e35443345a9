import Allergens
import Foundation

extension RowReader {
    mutating func place(in cells: [Cell], of bytes: Span<UInt8>, header: Header) throws(CellFault) -> Place {
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

    mutating func allergen(in cell: Cell, of bytes: Span<UInt8>, column: Int) throws(CellFault) -> Allergen {
        if let allergen = allergens.meaning(of: cell, in: bytes) { return allergen }
        do throws(ReadingRejection) {
            guard !cell.isEmpty else { throw .missing }
            let allergen = try intake.allergen(spelled: bytes.text(of: cell, in: format.encoding))
            allergens.remember(allergen, of: cell, in: bytes)
            return allergen
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    func period(
        in cells: [Cell], of bytes: Span<UInt8>, header: Header, at place: Place
    ) throws(CellFault) -> Reading.Period {
        let cell = cells[header.period]
        do throws(ReadingRejection) {
            guard !cell.isEmpty else { throw .missing }
            let period = try header.periodRole == .day ? day(in: cell, of: bytes) : hour(in: cell, of: bytes)
            try intake.admit(period, at: place)
            return period
        } catch {
            throw CellFault(column: header.period, rejection: error)
        }
    }

    private func day(in cell: Cell, of bytes: Span<UInt8>) throws(ReadingRejection) -> Reading.Period {
        guard let day = bytes.stamp(of: cell, as: format.dayForms)?.wholeDay else {
            throw try fault(in: cell, of: bytes, otherwise: format.impossibleDay)
        }
        return .day(day)
    }

    private func hour(in cell: Cell, of bytes: Span<UInt8>) throws(ReadingRejection) -> Reading.Period {
        guard let stamp = bytes.stamp(of: cell, as: format.timeForms) else {
            throw try fault(in: cell, of: bytes, otherwise: format.impossibleTime)
        }
        return .hour(ending: Date(timeIntervalSince1970: Double(stamp.secondsSinceEpoch)))
    }

    /// The value of a cell, or `nil` when it was not measured.
    func value(
        in cell: Cell, of bytes: Span<UInt8>, column: Int, allergen: Allergen
    ) throws(CellFault) -> Double? {
        guard !cell.isEmpty, !format.missing.contains(where: { bytes.cell(cell, equals: $0) }) else {
            return nil
        }
        do throws(ReadingRejection) {
            let value = try number(in: cell, of: bytes)
            try ReadingRules.admit(value: value, of: allergen)
            return value
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    private func number(in cell: Cell, of bytes: Span<UInt8>) throws(ReadingRejection) -> Double {
        do throws(ReadingRejection) {
            return try bytes.number(of: cell)
        } catch {
            throw try fault(in: cell, of: bytes, otherwise: error)
        }
    }

    mutating func checkUnit(
        in cell: Cell, of bytes: Span<UInt8>, column: Int, allergen: Allergen
    ) throws(CellFault) {
        guard !cell.isEmpty else { return }
        do throws(ReadingRejection) {
            if let unit = units.meaning(of: cell, in: bytes) {
                return try intake.admit(unit: unit, of: allergen)
            }
            let unit = Allergens.ConcentrationUnit(spelling: try bytes.text(of: cell, in: format.encoding))
            if let unit { units.remember(unit, of: cell, in: bytes) }
            try intake.admit(unit: unit, of: allergen)
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }

    /// What is wrong with a cell that cannot be read: that it is no text at all, or the given reason.
    private func fault(
        in cell: Cell, of bytes: Span<UInt8>, otherwise rejection: ReadingRejection
    ) throws(ReadingRejection) -> ReadingRejection {
        _ = try bytes.text(of: cell, in: format.encoding)
        return rejection
    }
}
