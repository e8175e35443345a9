import Foundation
import Observations

/// The body of an upload.
struct JSONBody: Decodable {
    let readings: [JSONEntry]

    private enum Member: String, CodingKey { case readings }

    init(from decoder: any Decoder) throws {
        var list = try decoder.container(keyedBy: Member.self).nestedUnkeyedContainer(forKey: .readings)
        var entries: [JSONEntry] = []
        while !list.isAtEnd {
            guard entries.count < FeedLimits.jsonEntries else { throw FeedFailure.tooManyEntries }
            entries.append(try list.decode(JSONEntry.self))
        }
        readings = entries
    }
}

/// One entry of the list, of any type.
struct JSONEntry: Decodable {
    /// The members of the entry, or `nil` if it is not an object.
    let members: [String: JSONMember]?

    static let allowed = [
        "station", "allergen", "day", "time", "value", "unit", "forecast", "issued", "valid", "quality",
        "hours",
        "note",
    ]

    init(from decoder: any Decoder) {
        members = try? decoder.singleValueContainer().decode([String: JSONMember].self)
    }

    /// Returns the members if none is unknown.
    func checkedMembers() throws(MemberFault) -> [String: JSONMember] {
        guard let members else {
            throw MemberFault("", .unreadable("an entry is an object such as {\"allergen\":\"birch\",…}"))
        }
        if let unknown = members.keys.sorted().first(where: { !Self.allowed.contains($0) }) {
            let allowed = Self.allowed.joined(separator: ", ")
            throw MemberFault(unknown, .unreadable("unknown member; allowed are \(allowed)"))
        }
        return members
    }
}

/// The value of a member, limited to the types that readings use.
enum JSONMember: Decodable {
    case text(String)
    case number(Double)
    case absent
    /// A list, an object, true, false, or a number out of `Double`'s range.
    case other

    init(from decoder: any Decoder) {
        guard let container = try? decoder.singleValueContainer() else {
            self = .other
            return
        }
        if container.decodeNil() {
            self = .absent
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .other
        }
    }

    /// The value as text for display.
    var display: String {
        switch self {
        case .text(let text): text
        case .number(let number):
            number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
        case .absent: "null"
        case .other: ""
        }
    }
}

extension [String: JSONMember] {
    /// Returns the text of a member, or `nil` if it is absent.
    func text(_ name: String) throws(MemberFault) -> String? {
        switch self[name] {
        case nil, .absent: return nil
        case .text(let text): return text
        case .number, .other: throw MemberFault(name, .unreadable("must be text in quotes"))
        }
    }
}
