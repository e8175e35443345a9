/// A path through a JSON document, as written in a feed definition.
///
/// A path consists of steps. `name` is a member of an object. A dot precedes it unless it is the first step.
/// A name with blanks, dots or other signs is quoted (`Species."Grass / Poaceae"`). `[3]` is an element of a
/// list, counted from 0.
///
/// Two steps match all: `[i]` every element of a list, and `{name}` every member of an object, whose key is
/// then available under that name. `{name:a|b}` matches only the members a and b. The words in brackets and
/// braces are variables. Another path of the same rule with the same variable refers to the same element, so
/// that `hourly.time[i]` belongs to `hourly.{allergen}[i]`. A path that consists only of `{name}` is the key
/// itself.
struct NodePath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case member(String)
        case entry(Int)
        case everyEntry(String)
        case everyMember(String, of: [String]?)
    }

    let text: String
    let steps: [Step]

    /// The variables of the steps that match all, in order.
    var variables: [String] {
        steps.compactMap { step in
            switch step {
            case .everyEntry(let name), .everyMember(let name, _): name
            case .member, .entry: nil
            }
        }
    }

    /// The variable, if the path is only a key.
    var key: String? {
        guard steps.count == 1, case .everyMember(let name, of: nil) = steps[0] else { return nil }
        return name
    }

    /// Parses a path.
    ///
    /// Returns `nil` for an invalid one.
    init?(_ text: String) {
        var scanner = PathScanner(text)
        guard let steps = scanner.steps(), !steps.isEmpty else { return nil }
        self.text = text
        self.steps = steps
        guard Set(variables).count == variables.count else { return nil }
    }

    /// Explains the form of paths to a definition's author.
    static let grammar =
        "a path such as content[i].Pollen.{allergen}.today: members after dots (in quotes when they hold other signs "
        + "than letters, digits, - and _), [0] or [i] for entries of lists, {name} for every member of an object; no name twice"
}

/// Splits a path into steps.
private struct PathScanner {
    private let characters: [Character]
    private var place = 0

    init(_ text: String) { characters = Array(text) }

    mutating func steps() -> [NodePath.Step]? {
        var steps: [NodePath.Step] = []
        while place < characters.count {
            if characters[place] == "[" {
                guard let step = entry() else { return nil }
                steps.append(step)
                continue
            }
            if !steps.isEmpty {
                guard characters[place] == "." else { return nil }
                place += 1
            }
            guard let step = member() else { return nil }
            steps.append(step)
        }
        return steps
    }

    private mutating func entry() -> NodePath.Step? {
        guard let content = enclosed(by: "]") else { return nil }
        if let number = Int(content) { return number >= 0 ? .entry(number) : nil }
        return Self.isName(content) ? .everyEntry(content) : nil
    }

    private mutating func member() -> NodePath.Step? {
        guard place < characters.count else { return nil }
        switch characters[place] {
        case "\"": return enclosed(by: "\"").map { .member($0) }
        case "{": return enclosed(by: "}").flatMap(Self.everyMember)
        default:
            let start = place
            while place < characters.count, Self.isPlain(characters[place]) { place += 1 }
            return place > start ? .member(String(characters[start..<place])) : nil
        }
    }

    private static func everyMember(_ content: String) -> NodePath.Step? {
        let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first.map(String.init), isName(name) else { return nil }
        guard parts.count == 2 else { return .everyMember(name, of: nil) }
        let members = parts[1].split(separator: "|").map(String.init)
        return members.isEmpty ? nil : .everyMember(name, of: members)
    }

    /// Returns the text between the sign here and the next closing one.
    private mutating func enclosed(by closing: Character) -> String? {
        guard let end = characters[(place + 1)...].firstIndex(of: closing) else { return nil }
        defer { place = end + 1 }
        return end > place + 1 ? String(characters[(place + 1)..<end]) : nil
    }

    private static func isName(_ text: String) -> Bool {
        text.first?.isLetter == true && text.allSatisfy(isPlain)
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }
}
