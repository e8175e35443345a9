import Allergens
import Foundation
import Observations

extension ColumnRole {
    /// The columns with further details of a value.
    static let extras: [ColumnRole] = [.issued, .valid, .quality, .hours, .note, .meanOf]

    /// The columns with the position of a grid's point.
    static let grid: [ColumnRole] = [.longitude, .latitude]
}

/// The location of a value's further details.
struct ExtraColumns {
    let issued: Int?
    let valid: Int?
    let quality: Int?
    let hours: Int?
    let note: Int?
    let meanOf: Int?

    /// Finds the columns.
    ///
    /// Returns `nil` if the file has none of them.
    init?(_ roles: [ColumnRole: Int]) {
        guard ColumnRole.extras.contains(where: { roles[$0] != nil }) else { return nil }
        issued = roles[.issued]
        valid = roles[.valid]
        quality = roles[.quality]
        hours = roles[.hours]
        note = roles[.note]
        meanOf = roles[.meanOf]
    }
}

/// The further details of a row.
struct RowExtras {
    var row = RowValue()
    /// The hours of a mean if the row gives them, with their column.
    var hours: (count: Int, column: Int)?
}

extension RowReader {
    func extras(
        in cells: [Cell], of bytes: Span<UInt8>, columns: ExtraColumns?
    ) throws(CellFault) -> RowExtras {
        var extras = RowExtras()
        guard let columns else { return extras }
        if let column = columns.issued, !cells[column].isEmpty {
            extras.row.issued = try issued(in: cells[column], of: bytes, column: column)
        }
        if let column = columns.valid, !cells[column].isEmpty {
            guard let day = bytes.stamp(of: cells[column], as: format.dayForms)?.wholeDay
            else { throw CellFault(column: column, rejection: format.impossibleDay) }
            extras.row.valid = day
        }
        if let column = columns.quality, !cells[column].isEmpty {
            guard let quality = ReadingQuality(word: try text(in: cells[column], of: bytes, column: column))
            else { throw CellFault(column: column, rejection: .unknownQuality) }
            extras.row.quality = quality
        }
        if let column = columns.hours, !cells[column].isEmpty {
            guard let count = Int(try text(in: cells[column], of: bytes, column: column))
            else { throw CellFault(column: column, rejection: .unfitHours) }
            extras.hours = (count, column)
        }
        if let column = columns.note, !cells[column].isEmpty {
            extras.row.note = try text(in: cells[column], of: bytes, column: column)
        }
        if let column = columns.meanOf, !cells[column].isEmpty {
            let hours = Reading.hoursForADay...25
            guard let count = Int(try text(in: cells[column], of: bytes, column: column)), hours ~= count
            else {
                throw CellFault(
                    column: column,
                    rejection: .unreadable("the mean of a day is that of \(hours.lowerBound) to 25 hours"))
            }
            extras.row.meanOf = count
        }
        return extras
    }

    /// Returns the period of a row, or `nil` if it only has a forecast for another day.
    func period(
        in cells: [Cell], of bytes: Span<UInt8>, header: Header, at place: RowPlace, extras: RowExtras
    ) throws(CellFault) -> Reading.Period? {
        if extras.row.valid != nil, cells[header.period].isEmpty { return nil }
        let isDay = header.periodRole == .day
        if let (count, column) = extras.hours, isDay ? count != 24 : count != 1 && count != 3 {
            throw CellFault(column: column, rejection: .unfitHours)
        }
        if extras.row.note != nil, !isDay, let column = header.extras?.note {
            throw CellFault(
                column: column, rejection: .unreadable("a note is for a day; give day and not time"))
        }
        if extras.row.meanOf != nil, !isDay, let column = header.extras?.meanOf {
            throw CellFault(
                column: column, rejection: .unreadable("a mean of hours is for a day; give day and not time"))
        }
        return try period(in: cells, of: bytes, header: header, at: place, hours: extras.hours?.count ?? 1)
    }

    func issued(in cell: Cell, of bytes: Span<UInt8>, column: Int) throws(CellFault) -> Date {
        guard
            let stamp = bytes.stamp(of: cell, as: format.dayForms == [.day] ? [.internet] : format.timeForms)
        else { throw CellFault(column: column, rejection: format.impossibleTime) }
        let instant = Date(timeIntervalSince1970: Double(stamp.secondsSinceEpoch))
        do throws(ReadingRejection) {
            try intake.admit(issued: instant)
        } catch {
            throw CellFault(column: column, rejection: error)
        }
        return instant
    }

    private func text(in cell: Cell, of bytes: Span<UInt8>, column: Int) throws(CellFault) -> String {
        do throws(ReadingRejection) {
            return try bytes.text(of: cell, in: format.encoding)
        } catch {
            throw CellFault(column: column, rejection: error)
        }
    }
}

extension Intake {
    /// Checks the time at which a forecast was issued.
    func admit(issued instant: Date) throws(ReadingRejection) {
        guard instant <= now.addingTimeInterval(ReadingRules.allowedClockSkew)
        else { throw .fromTheFuture(today: CivilDate(at: now, in: .gmt)) }
    }
}
