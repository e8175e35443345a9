import Alerts
import Allergens
import Foundation
import Geography
import HTTP

/// A report as researchers see it.
struct ResearchReportWire: Encodable {
    /// The longitude and latitude of the centre of the public grid's cell.
    let cell: [Double]
    /// The start of the hour.
    let hour: Date
    let allergens: [Allergen.ID]
    let symptoms: [Symptom]
    let confirmations: Int

    init(_ report: ResearchReport) {
        cell = [report.cell.longitude, report.cell.latitude]
        hour = report.hour
        allergens = report.allergens
        symptoms = report.symptoms
        confirmations = report.confirmations
    }
}

/// `GET /v1/research/reports`.
struct ResearchPage: Encodable {
    let reports: [ResearchReportWire]
    /// The value of `after` for the next page; absent on the last.
    let next: Int64?
}

extension CSVTable {
    /// The reports as a table, one row each; allergens and symptoms are separated by spaces.
    init(of reports: [ResearchReport]) {
        self.init(columns: ["hour", "longitude", "latitude", "allergens", "symptoms", "confirmations"])
        for report in reports {
            add([
                report.hour.text, "\(report.cell.longitude)", "\(report.cell.latitude)",
                report.allergens.map(\.rawValue).joined(separator: " "),
                report.symptoms.map(\.rawValue).joined(separator: " "), "\(report.confirmations)",
            ])
        }
    }
}
