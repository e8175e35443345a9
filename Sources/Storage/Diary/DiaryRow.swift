import Allergens
import Diary
import Foundation
import Sealing

/// The sealed part of a row of `diaryEntry`, as JSON.
///
/// Items that were said at the same moment are together, as most of a day are.
struct DiaryRow: Codable {
    static let seal = PaddedSeal<DiaryRow>("diaryEntry", place: "account || ' ' || day")

    /// What was said at one moment.
    struct Moment: Codable {
        /// Milliseconds since 1970.
        let at: Int64
        let values: [String: Value?]
    }

    enum Value: Codable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }

    /// Milliseconds since 1970.
    let begun: Int64
    let said: [Moment]

    init(_ entry: DiaryEntry) {
        begun = entry.begun.milliseconds
        let moments = Dictionary(grouping: entry.marks) { $0.value.changed.milliseconds }
        said = moments.sorted { $0.key < $1.key }.map { at, marks in
            Moment(
                at: at, values: Dictionary(uniqueKeysWithValues: marks.map { ($0.key.key, Value($0.value)) }))
        }
    }

    func entry(on day: CivilDate) -> DiaryEntry {
        var marks: [DiaryItem: DiaryEntry.Mark] = [:]
        for moment in said {
            for (key, value) in moment.values {
                guard let item = DiaryItem(key: key) else { continue }
                marks[item] = DiaryEntry.Mark(
                    value: value.map(DiaryEntry.Value.init), changed: Date(milliseconds: moment.at))
            }
        }
        return DiaryEntry(day: day, begun: Date(milliseconds: begun), marks: marks)
    }

    static func row(_ account: Int64, _ day: Int) -> SealedRow { .text("\(account) \(day)") }

    /// The entry of a sealed row.
    static func opened(
        _ sealed: Data, of account: Int64, on day: CivilDate, _ keys: KeyRing
    ) throws -> DiaryEntry {
        try seal.opened(sealed, at: row(account, day.daysSinceEpoch), keys).entry(on: day)
    }

    /// Seals the row of an entry.
    static func sealed(_ entry: DiaryEntry, of account: Int64, _ keys: KeyRing) throws -> Data {
        try seal.sealed(DiaryRow(entry), at: row(account, entry.day.daysSinceEpoch), keys)
    }
}

extension DiaryRow.Value {
    fileprivate init?(_ mark: DiaryEntry.Mark) {
        switch mark.value {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case nil: return nil
        }
    }
}

extension DiaryEntry.Value {
    fileprivate init(_ value: DiaryRow.Value) {
        switch value {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
