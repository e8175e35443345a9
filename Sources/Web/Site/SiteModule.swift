/// A script of the site, parsed for its imports and its strings.
struct SiteModule: Sendable {
    /// The scripts that it imports, in the order of its statements.
    private(set) var imports: [String] = []
    /// The scripts that it imports on demand.
    private(set) var laterImports: Set<String> = []
    /// Its strings without interpolated values.
    private(set) var strings: Set<String> = []
    /// The beginnings of its strings with interpolated values, up to the first value.
    private(set) var beginnings: Set<String> = []

    /// Parses a script line by line; none of our strings spans lines.
    init(_ source: [UInt8]) {
        for line in source.split(separator: UInt8(ascii: "\n")) {
            for string in StringScanner(line).strings { keep(string) }
        }
    }

    private mutating func keep(_ found: ScannedString) {
        if found.isBeginning {
            beginnings.insert(found.text)
        } else if found.text.hasPrefix("./") {
            let name = String(found.text.dropFirst(2))
            // A dynamic import loads its script on demand.
            if found.isArgument {
                laterImports.insert(name)
            } else {
                imports.append(name)
            }
        } else {
            strings.insert(found.text)
        }
    }
}

/// A string in a script, or the beginning of one with interpolated values.
private struct ScannedString {
    let text: String
    let isBeginning: Bool
    /// Whether it follows a parenthesis.
    let isArgument: Bool
}

/// Finds the strings in a line of a script.
///
/// They are in double quotes, or in backticks with values in `${…}`, which may contain strings themselves.
private struct StringScanner {
    private(set) var strings: [ScannedString] = []
    private var rest: ArraySlice<UInt8>
    private var before: UInt8 = 0
    /// The number of open braces in each open value, outermost first.
    private var braces: [Int] = []

    init(_ line: ArraySlice<UInt8>) {
        rest = line
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): keep(take(until: byte), isBeginning: false)
            case UInt8(ascii: "`"): template(isFirst: true)
            case UInt8(ascii: "{") where !braces.isEmpty: braces[braces.count - 1] += 1
            case UInt8(ascii: "}") where braces.last == 0:
                braces.removeLast()
                template(isFirst: false)
            case UInt8(ascii: "}") where !braces.isEmpty: braces[braces.count - 1] -= 1
            default: break
            }
            before = byte
        }
    }

    /// Continues a string in backticks, to its end or to the next value in it.
    private mutating func template(isFirst: Bool) {
        var text: [UInt8] = []
        var isBeginning = false
        while let byte = rest.popFirst(), byte != UInt8(ascii: "`") {
            if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "{") {
                rest.removeFirst()
                braces.append(0)
                isBeginning = true
                break
            }
            text.append(byte)
        }
        if isFirst { keep(text, isBeginning: isBeginning) }
    }

    private mutating func take(until end: UInt8) -> [UInt8] {
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != end {
            text.append(byte)
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { text.append(escaped) }
        }
        return text
    }

    private mutating func keep(_ bytes: [UInt8], isBeginning: Bool) {
        strings.append(
            ScannedString(
                text: String(decoding: bytes, as: UTF8.self), isBeginning: isBeginning,
                isArgument: before == UInt8(ascii: "(")))
    }
}

/// The scripts of the site and their imports.
struct SiteModules: Sendable {
    private let modules: [String: SiteModule]

    init(_ sources: [String: [UInt8]]) {
        modules = sources.filter { $0.key.hasSuffix(".js") }.mapValues(SiteModule.init)
    }

    /// Scripts and everything they import, directly or not; with `later` also what they load on demand.
    func all(of scripts: [String], later: Bool) throws(SiteMistake) -> Set<String> {
        var found: Set<String> = []
        var open = scripts
        while let name = open.popLast() {
            guard found.insert(name).inserted else { continue }
            let module = try module(name)
            open += later ? module.imports + module.laterImports : module.imports
        }
        return found
    }

    /// A script and everything it imports, directly or not, in dependency order.
    ///
    /// - Throws: `SiteMistake` for a script that is missing or that imports itself indirectly.
    func inOrder(from script: String) throws(SiteMistake) -> [String] {
        var found: [String] = []
        try visit(script, from: [], &found)
        return found
    }

    private func visit(_ name: String, from way: [String], _ found: inout [String]) throws(SiteMistake) {
        guard !found.contains(name) else { return }
        guard !way.contains(name) else {
            throw SiteMistake(file: name, problem: "imports itself by way of others")
        }
        for imported in try module(name).imports { try visit(imported, from: way + [name], &found) }
        found.append(name)
    }

    /// The scripts that some scripts, and the ones they load, load on demand.
    func laterImports(of scripts: Set<String>) throws(SiteMistake) -> Set<String> {
        try all(of: Array(scripts), later: true).reduce(into: []) {
            $0.formUnion(modules[$1]?.laterImports ?? [])
        }
    }

    /// Whether one of some scripts loads another on demand.
    func anyLoads(_ name: String, of scripts: Set<String>) -> Bool {
        scripts.contains { modules[$0]?.laterImports.contains(name) == true }
    }

    private func module(_ name: String) throws(SiteMistake) -> SiteModule {
        guard let module = modules[name] else { throw SiteMistake(file: name, problem: "is missing") }
        return module
    }

    /// Finds the messages that scripts may use.
    ///
    /// A script uses a message if it contains the key as a string, or a string that the key begins with and
    /// that continues with a value or ends with a dot.
    func asksFor(of scripts: Set<String>) -> @Sendable (String) -> Bool {
        let asking = scripts.compactMap { modules[$0] }
        let strings = asking.reduce(into: Set<String>()) { $0.formUnion($1.strings) }
        let dotted = strings.filter { $0.hasSuffix(".") }
        let key = /[a-zA-Z.]*[a-zA-Z]\.[a-zA-Z.]*/
        let beginnings = asking.reduce(into: dotted) { $0.formUnion($1.beginnings) }
            .filter { $0.wholeMatch(of: key) != nil }
        return { key in strings.contains(key) || beginnings.contains { key.hasPrefix($0) } }
    }
}
