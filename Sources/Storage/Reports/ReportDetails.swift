import Alerts
import Foundation
import GRDB
import Sealing

/// The sealed part of a row of `report`, as JSON: what somebody feels and says.
struct ReportDetails: Codable {
    static let field = SealedField("report", "sealed")
    /// The identity of a row, for which its details are sealed.
    static let place = "alert || ' ' || account"

    let symptomNames: [String]
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

    /// Opens the details of a row with `alertNumber`, `account` and `sealed`.
    init(row: QueryRow, _ keys: KeyRing) throws {
        try self.init(
            row["sealed"] as Data?, alert: row["alertNumber"], account: row["account"], keys)
    }

    /// Opens details that are written as their account and, in hexadecimal digits, their bytes.
    init(text: Substring, alert: Int64, _ keys: KeyRing) throws {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let account = Int64(parts[0]), let sealed = Data(hexadecimal: parts[1])
        else { throw SealingError.broken(Self.field) }
        try self.init(sealed, alert: alert, account: account, keys)
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

extension Data {
    /// Reads pairs of hexadecimal digits; `nil` if there are others.
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(
            stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
