import Allergens
import Forms
import Geography
import Tables

extension StudyExport {
    /// A table with a row for each answer that leaves.
    private func table(
        _ name: String, _ columns: [StudyColumn], hasAnswers: Bool = false,
        _ fill: @escaping (ReleasedResponse, inout [TableCell]) throws -> Void
    ) -> Table {
        Table(name, columns.map(\.column), count: count) {
            let next = try released(hasAnswers: hasAnswers)
            return { row in
                guard let response = try next() else { return false }
                row[0] = .whole(response.number)
                row[1] = TableCell(response.pseudonym)
                row[2] = .day(response.response.day)
                try fill(response, &row)
                return true
            }
        }
    }

    var summary: Table {
        table("Responses Summary", summaryColumns) { response, row in
            for index in 3...6 { row[index] = .empty }
            switch response.area {
            case .cell(let middle):
                row[3] = .text("cell")
                (row[4], row[5]) = (.number(middle.latitude), .number(middle.longitude))
            case .region(let region):
                row[3] = .text("region")
                row[6] = .text(plan.regions[region])
            case .withheld: row[3] = .text("withheld")
            }
            let last = fill(&row, from: 7, with: response.response)
            row[last] = .text(response.response.consentVersion)
        }
    }

    /// Names a form with its version, and the window if there are any.
    ///
    /// - Returns: The place of the next cell.
    private func fill(_ row: inout [TableCell], from first: Int, with response: StudyResponse) -> Int {
        row[first] = .text(plan.names[response.form])
        row[first + 1] = .text(plan.forms[response.form].version)
        guard !plan.windows.isEmpty else { return first + 2 }
        row[first + 2] = TableCell(response.window)
        return first + 3
    }

    func measures(_ kind: StudyMeasure.Kind) -> [StudyMeasure] { plan.measures.filter { $0.kind == kind } }

    func air(_ name: String, _ kind: StudyMeasure.Kind) -> Table {
        let measures = measures(kind)
        let width = StudyColumn.airWidth + plan.lags
        return table(name, StudyColumn.leading + StudyColumn.air(measures, lags: plan.lags)) {
            response, row in
            for lag in 0...plan.lags {
                let exposures = try exposures(of: response, lag: lag, measures)
                for (index, exposure) in exposures.enumerated() {
                    let first = StudyColumn.leading.count + index * width
                    if lag == 0 {
                        exposure.fill(&row, from: first)
                    } else {
                        row[first + StudyColumn.airWidth - 1 + lag] = exposure.valueCell
                    }
                }
            }
        }
    }

    private func exposures(of response: ReleasedResponse, lag: Int, _ measures: [StudyMeasure]) throws
        -> [StudyExposure]
    {
        // Without a place, there is no air: that of the exact place would tell where it is.
        guard response.area != .withheld else { return measures.map { _ in .unknown } }
        let found = try source.exposures(at: response.area, of: response.response, lag: lag, measures)
        precondition(found.count == measures.count, "a source answers for each of the measures")
        return found
    }

    var symptoms: Table {
        table("Reported Symptoms", symptomColumns, hasAnswers: true) { response, row in
            let first = fill(&row, from: 3, with: response.response)
            for (index, column) in answers.columns.enumerated() {
                row[first + index] = column.cell(
                    response.response.answers, to: response.response.form)
            }
        }
    }

    var symptomColumns: [StudyColumn] { StudyColumn.leading + plan.formed + answers.columns.map(\.column) }

    var summaryColumns: [StudyColumn] {
        StudyColumn.leading + StudyColumn.placed + plan.formed + [.fixed("consent_version", .text)]
    }
}

extension StudyPlan {
    /// The columns that say which form was answered, and for which window of the day if there are any.
    var formed: [StudyColumn] { StudyColumn.formed + (windows.isEmpty ? [] : [.window]) }
}

extension StudyExposure {
    var valueCell: TableCell { Self.cell(value) }

    private static func cell(_ value: Double?) -> TableCell {
        TableCell(value.flatMap { $0.isFinite ? $0 : nil })
    }

    func fill(_ row: inout [TableCell], from first: Int) {
        row[first] = valueCell
        row[first + 1] = Self.cell(hourValue)
        row[first + 2] = TableCell(station)
        row[first + 3] = TableCell(distance.map { ($0 * 10).rounded() / 10 })
        row[first + 4] = TableCell(age.map { ($0 * 10).rounded() / 10 })
        row[first + 5] = TableCell(basis?.rawValue)
        row[first + 6] = .whole(valueCell == .empty ? 1 : 0)
    }
}
