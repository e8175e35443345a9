import Alerts
import Foundation
import GRDB
import Sealing

/// The sealed part of a row of `report`, as JSON: what somebody feels and says.
struct ReportDetails: Codable {
    static let field = SealedField("report", "sealed")
    /// The identity of a row, for which its details are sealed.
    static let place = "alert || ' ' || account"

    private let symptomNames: [String]
    private let strengthName: String?
    let comment: String?

    private enum CodingKeys: String, CodingKey {
        case symptomNames = "symptoms"
        case strengthName = "strength"
        case comment
    }

    init(symptomNames: [String], strength: SymptomStrength? = nil, comment: String?) {
        self.symptomNames = symptomNames
        strengthName = strength?.rawValue
        self.comment = comment
    }

    init(_ report: Report) {
        self.init(
            symptomNames: report.symptoms.map(\.rawValue), strength: report.strength,
            comment: report.comment)
    }

    var symptoms: [Symptom] { symptomNames.compactMap(Symptom.init(rawValue:)) }
    var strength: SymptomStrength? { strengthName.flatMap(SymptomStrength.init(rawValue:)) }

    /// The details under the current key; `nil` when there are none.
    func sealed(alert: Int64, account: Int64, _ keys: KeyRing) throws -> Data? {
        guard !symptomNames.isEmpty || strengthName != nil || comment != nil else { return nil }
        return try keys.seal(JSONEncoder().encode(self), field: Self.field, of: Self.row(alert, account))
    }

    /// Opens the details of a row; without any, nothing was felt or said.
    init(_ sealed: Data?, alert: Int64, account: Int64, _ keys: KeyRing) throws {
        guard let sealed else {
            self.init(symptomNames: [], comment: nil)
            return
        }
        let bytes = try keys.open(sealed, field: Self.field, of: Self.row(alert, account))
        self = try JSONDecoder().decode(Self.self, from: bytes)
    }

    /// Opens the details of a row with `alertNumber`, `account` and `sealed`.
    init(row: Row, _ cipher: RowCipher) throws {
        try self.init(
            row["sealed"] as Data?, alert: row["alertNumber"], account: row["account"], cipher.keys)
    }

    private static func row(_ alert: Int64, _ account: Int64) -> SealedRow { .text("\(alert) \(account)") }

    /// `reportSymptoms(alert, account, sealed)`, a JSON array, and in the same way `reportStrength` and `reportComment`.
    static func functions(_ cipher: RowCipher) -> [DatabaseFunction] {
        func function(
            _ name: String, _ value: @escaping @Sendable (ReportDetails) throws -> String?
        ) -> DatabaseFunction {
            DatabaseFunction(name, argumentCount: 3, pure: true) { values in
                guard let alert = Int64.fromDatabaseValue(values[0]),
                    let account = Int64.fromDatabaseValue(values[1])
                else { return nil }
                let sealed = Data.fromDatabaseValue(values[2])
                return try value(ReportDetails(sealed, alert: alert, account: account, cipher.keys))
            }
        }
        return [
            function("reportSymptoms") { try JSONList.encoded($0.symptomNames) },
            function("reportStrength") { $0.strengthName },
            function("reportComment") { $0.comment },
        ]
    }
}
