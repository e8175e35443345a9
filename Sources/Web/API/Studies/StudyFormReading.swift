import Forms
import Foundation
import HTTP
import Studies
import Workbooks

/// A form as a researcher uploads it: XLSForm, in a workbook of Office Open XML.
enum StudyFormReading {
    static let bodyLimit = WorkbookLimits.file

    /// - Throws: A ``Problem`` that names every mistake by sheet, row and column.
    static func form(from file: Data) throws -> FormDefinition {
        let workbook: Workbook
        do throws(WorkbookFailure) {
            workbook = try Workbook(Array(file))
        } catch {
            throw Problem(.unreadableFile, "\(error)")
        }
        do throws(FormMistakes) {
            return try XLSForm.form(from: workbook.sheets.map(table)).definition
        } catch {
            throw Problem(
                .invalidForm,
                errors: error.mistakes.map {
                    Problem.Detail(pointer: pointer(to: $0.place), detail: "\($0)")
                })
        }
    }

    private static func table(_ sheet: WorkbookSheet) -> FormTable {
        FormTable(
            name: sheet.name, rows: sheet.rows,
            obstacles: sheet.obstacles.map {
                FormTable.Obstacle(row: $0.row, column: $0.column, reason: $0.reason)
            })
    }

    /// The place as `/survey/4/C`: sheet, row and column, as far as it is known.
    private static func pointer(to place: FormMistake.Place) -> String {
        switch place {
        case .form: "/"
        case .choice(let list, let index): "/choices/\(list)/\(index)"
        case .item(let name, let field): "/survey/\(name)/\(field.rawValue)"
        case .sheet(let sheet, let row, _, let letters):
            "/" + [sheet, row.map(String.init), letters].compactMap(\.self).joined(separator: "/")
        }
    }
}
