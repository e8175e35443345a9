/// One wording of a message: text with variables such as `{count}`, in a singular and a plural form.
struct Template: Sendable {
    private enum Part: Sendable {
        case text(String)
        case variable(MessageKey.Variable)
    }

    private let one: [Part]
    private let other: [Part]

    init(_ form: String) throws(TemplateMistake) {
        one = try Self.parts(of: form)
        other = one
    }

    init(one: String, other: String) throws(TemplateMistake) {
        self.one = try Self.parts(of: one)
        self.other = try Self.parts(of: other)
    }

    /// All variables that either form uses.
    var variables: Set<MessageKey.Variable> {
        Set(
            (one + other).compactMap { part in
                if case .variable(let name) = part { name } else { nil }
            })
    }

    /// Fills in a form: the singular one when `isOne`.
    func filled(_ values: [MessageKey.Variable: String], isOne: Bool) -> String {
        (isOne ? one : other).map { part in
            switch part {
            case .text(let text): return text
            case .variable(let name):
                guard let value = values[name]
                else { preconditionFailure("a phrase names \(name), which its caller does not fill in") }
                return value
            }
        }.joined()
    }

    private static func parts(of form: String) throws(TemplateMistake) -> [Part] {
        var parts: [Part] = []
        var rest = form[...]
        while let start = rest.firstIndex(of: "{") {
            guard let end = rest[start...].firstIndex(of: "}"),
                let name = MessageKey.Variable(rawValue: String(rest[rest.index(after: start)..<end]))
            else { throw TemplateMistake("“\(form)” has a { that begins no known name") }
            parts.append(.text(String(rest[..<start])))
            parts.append(.variable(name))
            rest = rest[rest.index(after: end)...]
        }
        guard !rest.contains("}") else { throw TemplateMistake("“\(form)” has a } that ends nothing") }
        return parts + [.text(String(rest))]
    }
}

/// What is wrong with a language file.
struct TemplateMistake: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
