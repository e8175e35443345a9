import Alerts
import Allergens
import Foundation
import People

/// What a commit changed, as a line of `changeLog` says it: JSON without what did not change.
struct ChangeText: Codable {
    /// Changes without further detail, by the words of the line.
    private enum Kind: String, CaseIterable {
        case ledger, reports, messages, reminders, notices, letters, more

        var change: WritableKeyPath<CommittedChanges, Bool> {
            switch self {
            case .ledger: \.ledgerGrew
            case .reports: \.reportsChanged
            case .messages: \.messageWaits
            case .reminders: \.remindersChanged
            case .notices: \.noticesChanged
            case .letters: \.lettersChanged
            case .more: \.mayBeMore
            }
        }
    }

    /// The most spans of days: some 100 KB.
    ///
    /// Beyond that, to read everything anew costs less than to read the line.
    static let mostSpans = 5_000

    private var kinds: [String] = []
    private var accounts: [Int64]?
    /// The first and the last day of each span, one after the other, in days since 1970.
    private var days: [String: [Int]]?

    init(_ changes: CommittedChanges) {
        kinds = Kind.allCases.filter { changes[keyPath: $0.change] }.map(\.rawValue)
        if !changes.accounts.isEmpty { accounts = changes.accounts.map(\.rawValue).sorted() }
        guard !changes.days.isEmpty else { return }
        let spans = changes.days.map { allergen, days in (allergen.rawValue, Self.spans(of: days)) }
        if spans.reduce(0, { $0 + $1.1.count }) / 2 <= Self.mostSpans {
            days = Dictionary(uniqueKeysWithValues: spans)
        } else if !changes.mayBeMore {
            kinds.append(Kind.more.rawValue)
        }
    }

    private static func spans(of days: Set<CivilDate>) -> [Int] {
        var spans: [Int] = []
        for day in days.map(\.daysSinceEpoch).sorted() {
            if spans.last == day - 1 { spans[spans.count - 1] = day } else { spans += [day, day] }
        }
        return spans
    }

    /// The changes; words of a newer program may mean anything.
    var changes: CommittedChanges {
        var changes = CommittedChanges(accounts: Set((accounts ?? []).map(Account.ID.init(rawValue:))))
        for word in kinds { changes[keyPath: (Kind(rawValue: word) ?? .more).change] = true }
        for (allergen, spans) in days ?? [:] {
            for place in stride(from: 0, to: spans.count - 1, by: 2) where spans[place] <= spans[place + 1] {
                for day in spans[place]...spans[place + 1] {
                    changes.note(CivilDate(daysSinceEpoch: day), of: Allergen.ID(rawValue: allergen))
                }
            }
        }
        return changes
    }

    func text() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }

    /// Reads a line; one that cannot be read may mean anything.
    static func changes(in text: String) -> CommittedChanges {
        if let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) { return read.changes }
        var changes = CommittedChanges()
        changes.mayBeMore = true
        return changes
    }
}
