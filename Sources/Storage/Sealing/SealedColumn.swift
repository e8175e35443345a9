import Alerts
import Foundation
import Sealing

/// A column with sealed values or keyed hashes, which have to be resealed when the key changes.
///
/// Every such column of the schema has to be listed in ``all``.
struct SealedColumn: Sendable {
    /// The identity of the row for which a value is sealed: an expression for a number or a text.
    enum Place {
        case number(String)
        case text(String)

        var expression: String {
            switch self {
            case .number(let expression), .text(let expression): expression
            }
        }
    }

    let field: SealedField
    let place: Place
    /// The columns that identify the row, in whose order the rows are resealed.
    let keys: [String]
    var hashed: Hashed?
    /// Whether the hashed text is not stored, so that it cannot be hashed again: such rows are deleted with
    /// their key.
    var isFleeting = false
    /// The number of values resealed per transaction: some milliseconds, so that other writers get their turn.
    var resealedAtOnce = 500

    /// For a keyed hash, the column for which it is made, and the text that is hashed, read from some
    /// columns.
    struct Hashed {
        let field: SealedField
        let columns: [String]
        let text: @Sendable (QueryRow, KeyRing) throws -> String
    }

    static let all: [SealedColumn] = [
        SealedColumn(field: FenceDetails.field, place: .text("id"), keys: ["number"]),
        SealedColumn(field: RowCipher.rings, place: .text(fenceOfOutline), keys: ["fence"]),
        SealedColumn(field: RowCipher.area, place: .text(fenceOfOutline), keys: ["fence"]),
        SealedColumn(field: ConcernReader.formerName, place: .number("number"), keys: ["number"]),
        SealedColumn(field: ProfileDetails.field, place: .number("account"), keys: ["account"]),
        SealedColumn(field: ChannelRow.target, place: .text("id"), keys: ["number"]),
        SealedColumn(
            field: ChannelRow.key, place: .number("account"), keys: ["number"],
            hashed: Hashed(
                field: ChannelRow.key, columns: ["id", "account", "kind", "target"],
                text: ChannelRow.keyText(of:_:))),
        SealedColumn(field: Nearness.field, place: .number("account"), keys: ["id"]),
        SealedColumn(field: AnswerRow.fingerprint, place: .text(answer), keys: ["account", "key"]),
        SealedColumn(field: AnswerRow.body, place: .text(answer), keys: ["account", "key"]),
        SealedColumn(field: PersonText.field, place: .number("account"), keys: ["account"]),
        SealedColumn(field: QuizRow.field, place: .number("account"), keys: ["account"]),
        SealedColumn(field: MessageText.field, place: .text("id"), keys: ["number"]),
        SealedColumn(
            field: DiaryRow.seal.field, place: .text(DiaryRow.seal.place), keys: ["account", "day"]),
        SealedColumn(
            field: MetricDayRow.seal.field, place: .text(MetricDayRow.seal.place), keys: ["account", "day"]),
        SealedColumn(
            field: MetricHourRow.seal.field, place: .text(MetricHourRow.seal.place),
            keys: ["account", "day", "hour"]),
        SealedColumn(
            field: MetricPlanRow.seal.field, place: .number(MetricPlanRow.seal.place), keys: ["account"]),
        SealedColumn(
            field: MetricNewsRow.seal.field, place: .number(MetricNewsRow.seal.place), keys: ["account"]),
        SealedColumn(
            field: HelpRow.seal.field, place: .text(HelpRow.seal.place), keys: ["account", "id"]),
        SealedColumn(
            field: HelpDayRow.seal.field, place: .text(HelpDayRow.seal.place), keys: ["account", "day"]),
        SealedColumn(field: DocumentRow.seal.field, place: .text(DocumentRow.seal.place), keys: ["id"]),
        SealedColumn(
            field: DocumentRow.part, place: .text(DocumentRow.partPlace), keys: ["document", "position"],
            resealedAtOnce: 32),
        SealedColumn(
            field: HelpReminderRow.seal.field, place: .number(HelpReminderRow.seal.place), keys: ["number"]),
        SealedColumn(field: SOSCallRow.seal.field, place: .text(SOSCallRow.seal.place), keys: ["id"]),
        SealedColumn(
            field: ContactLetterRow.seal.field, place: .text(ContactLetterRow.seal.place), keys: ["number"]),
        SealedColumn(
            field: ContactLetterRow.receiver, place: .text("id"), keys: ["number"],
            hashed: Hashed(
                field: ContactLetterRow.receiver, columns: ["id", "sealed"],
                text: ContactLetterRow.receiverText(of:_:))),
        SealedColumn(
            field: SubmissionRow.seal.field, place: .text(SubmissionRow.seal.place), keys: ["number"]),
        SealedColumn(
            field: SubmissionRow.remark.field, place: .text(SubmissionRow.remark.place), keys: ["number"]),
        SealedColumn(
            field: SubmissionRow.picture, place: .number("submission"), keys: ["submission"],
            resealedAtOnce: 4),
        SealedColumn(
            field: TripRow.seal.field, place: .text(TripRow.seal.place), keys: ["account", "start"]),
        SealedColumn(field: ReminderRow.field, place: .number("account"), keys: ["account"]),
        SealedColumn(field: NoticeRow.field, place: .number("account"), keys: ["number"]),
        SealedColumn(field: SharedLinkRow.field, place: .text("id"), keys: ["number"]),
        SealedColumn(field: SharedLinkRow.recipient, place: .number("link"), keys: ["number"]),
        SealedColumn(field: StudyRow.key, place: .text("id"), keys: ["number"]),
        SealedColumn(
            field: StudyAnswerRow.seal.field, place: .text(StudyAnswerRow.seal.place), keys: ["id"]),
        SealedColumn(
            field: StudyConsentRow.seal.field, place: .text(StudyConsentRow.seal.place),
            keys: ["participant", "version"]),
        SealedColumn(
            field: StudyMessageRow.seal.field, place: .number(StudyMessageRow.seal.place), keys: ["number"]),
        SealedColumn(field: StudyInvitationRow.sealed, place: .number("study"), keys: ["number"]),
        SealedColumn(field: StudyInvitationRow.label, place: .number("number"), keys: ["number"]),
        SealedColumn(
            field: StudyInvitationRow.code, place: .number("study"), keys: ["number"],
            hashed: Hashed(
                field: StudyInvitationRow.code, columns: ["study", "sealed"],
                text: StudyInvitationRow.codeText(of:_:))),
        SealedColumn(
            field: StudyLetterRow.seal.field, place: .number(StudyLetterRow.seal.place), keys: ["invitation"]),
        SealedColumn(
            field: StudyLetterRow.receiver, place: .number("study"), keys: ["number"], isFleeting: true),
        SealedColumn(field: ReportDetails.field, place: .text(ReportDetails.place), keys: ["number"]),
        SealedColumn(field: TokenLabel.field, place: .text("id"), keys: ["id"]),
        SealedColumn(field: RowLoginStore.address, place: .number("account"), keys: ["account"]),
        SealedColumn(
            field: SealedField("login", "addressIndex"), place: .number("account"), keys: ["account"],
            hashed: Hashed(
                field: RowLoginStore.address, columns: ["account", "address"],
                text: RowLoginStore.addressText(of:_:))
        ),
        SealedColumn(field: RowLoginStore.birth, place: .number("account"), keys: ["account"]),
        SealedColumn(field: RowLoginStore.picture, place: .number("account"), keys: ["account"]),
        SealedColumn(field: RowLoginStore.subject, place: .text(identity), keys: ["account", "provider"]),
        SealedColumn(
            field: SealedField("identity", "subjectIndex"), place: .text(identity),
            keys: ["account", "provider"],
            hashed: Hashed(
                field: RowLoginStore.subject, columns: ["subject"],
                text: RowLoginStore.subjectText(of:_:))),
        SealedColumn(field: RowLoginStore.content, place: .text("id"), keys: ["id"]),
        SealedColumn(field: RowLoginStore.who, place: .text("hex(who)"), keys: ["who"], isFleeting: true),
    ]

    /// The columns whose values are resealed or hashed again.
    static var lasting: [SealedColumn] { all.filter { !$0.isFleeting } }

    private static let fenceOfOutline =
        "(SELECT fence.id FROM fence WHERE fence.number = fenceOutline.fence)"
    private static let answer = "account || ' ' || key"
    private static let identity = "provider || ' ' || account"

    /// Selects the rows with a value that meets a condition.
    func rows(where condition: Query) -> Query {
        let columns = keys + (hashed?.columns ?? [])
        return """
            SELECT \(sql: columns.joined(separator: ", ")), \(sql: place.expression) AS place,
                \(sql: field.column) AS value
            FROM \(sql: field.table) WHERE \(sql: field.column) IS NOT NULL AND (\(condition))
            """
    }

    /// The condition that a row comes after the one with these values of ``keys``.
    func isLater(than values: [StoredValue]) -> Query {
        "(\(sql: keys.joined(separator: ", "))) > (\(parameters(values).joined(separator: ", ")))"
    }

    /// The condition that a row is the one with these values of ``keys``.
    func isThere(_ values: [StoredValue]) -> Query {
        zip(keys, parameters(values)).map { "\(sql: $0) = \($1)" as Query }.joined(separator: " AND ")
    }

    private func parameters(_ values: [StoredValue]) -> [Query] {
        values.map { value in "\(stored: value, value.kind)" }
    }

    /// The values of ``keys`` in a row of ``rows(where:)``.
    func key(of row: QueryRow) -> [StoredValue] { Array(row.values.prefix(keys.count)) }

    /// The bytes that name the key of a value.
    static func keyName(_ id: DataKey.ID) -> Data {
        withUnsafeBytes(of: id.rawValue.bigEndian) { Data($0) }
    }

    private func row(_ row: QueryRow) throws -> SealedRow {
        switch place {
        case .number: .number(try row["place"])
        case .text: .text(try row["place"])
        }
    }

    /// The value of a row under the current key.
    func sealedAnew(_ row: QueryRow, _ keys: KeyRing) throws -> Data {
        if let hashed { return try keys.index(of: hashed.text(row, keys), field: hashed.field) }
        let place = try self.row(row)
        return try keys.seal(
            keys.open(try row["value"], field: field, of: place), field: field, of: place)
    }

    /// Whether the value of a row can be opened or, for a hash, matches its text.
    func isSound(_ row: QueryRow, _ keys: KeyRing) -> Bool {
        do {
            guard !isFleeting else {
                return DataKey.ID(of: try row["value"]).map(keys.ids.contains) ?? false
            }
            guard let hashed else {
                _ = try keys.open(try row["value"], field: field, of: try self.row(row))
                return true
            }
            return try keys.indices(of: hashed.text(row, keys), field: hashed.field)
                .contains(try row["value"] as Data)
        } catch { return false }
    }
}

extension ChannelRow {
    /// The text that is hashed for a row of `channel`.
    static func keyText(of row: QueryRow, _ keys: KeyRing) throws -> String {
        guard let kind = Channel.Kind(rawValue: try row["kind"])
        else { preconditionFailure("the store holds a channel of a kind that does not exist") }
        let target = try Channel.Target(kind, sealed: try row["target"], of: try row["id"], keys)
        return keyText(target.key, try row["account"])
    }
}

extension RowLoginStore {
    /// The text that is hashed for a row of `login`.
    static func addressText(of row: QueryRow, _ keys: KeyRing) throws -> String {
        let address = try keys.open(try row["address"], field: address, of: .number(try row["account"]))
        return normal(String(decoding: address, as: UTF8.self))
    }

    /// The text that is hashed for a row of `identity`.
    static func subjectText(of row: QueryRow, _ keys: KeyRing) throws -> String {
        String(
            decoding: try keys.open(try row["subject"], field: subject, of: .text(try row["place"])),
            as: UTF8.self)
    }
}
