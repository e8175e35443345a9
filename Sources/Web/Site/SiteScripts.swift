/// Joins the site's modules into scripts: the ones that pages start with, the ones they load on demand, and
/// the service worker.
///
/// Sixty modules would cost a page sixty requests, each with overhead that a phone feels. A script contains
/// its module and everything that this imports, except what every page that loads it already has. Each module
/// runs only once, inside a function of its own. The object `$modules`, which the shell exports, holds the
/// modules' exports.
struct SiteScripts {
    private let modules: SiteModules
    private let parts: [String: JoinedModule]

    /// The script that every page starts with.
    static let shell = "shell.js"
    private static let registry = "$modules"
    /// What runs beside a page: each a script with all that it imports.
    static let workers: Set = ["apple-worker.js", "trip-worker.js"]

    /// - Throws: `SiteMistake` for the first module that cannot be joined.
    init(_ sources: [String: [UInt8]], modules: SiteModules) throws(SiteMistake) {
        var parts: [String: JoinedModule] = [:]
        for (name, source) in sources where name.hasSuffix(".js") {
            parts[name] = try JoinedModule(name, source)
        }
        (self.modules, self.parts) = (modules, parts)
    }

    /// The scripts of pages, by name.
    ///
    /// - Throws: `SiteMistake` for the first module that is missing or that imports itself indirectly.
    func all() throws(SiteMistake) -> [String: [UInt8]] {
        let begun = Set(SitePage.every.flatMap(\.scripts))
        let later = try modules.laterImports(of: begun)
        var joined: [String: [UInt8]] = [:]
        for name in begun.union(later) {
            let had =
                try later.contains(name) ? had(before: name, begun.union(later)) : shellModules(for: name)
            let text =
                try opening(of: name) + bodies(of: name, without: had)
                + (later.contains(name) ? closing(of: name) : "")
            joined[name] = Array(text.utf8)
        }
        for name in Self.workers { joined[name] = Array(try worker(name).utf8) }
        return joined
    }

    /// A worker as a single script, because not every browser supports modules there.
    ///
    /// - Throws: `SiteMistake` for the first module that is missing or that imports itself indirectly.
    func worker(_ name: String) throws(SiteMistake) -> String {
        try "\"use strict\";\nconst \(Self.registry) = {};\n" + bodies(of: name, without: [])
    }

    private func shellModules(for name: String) throws(SiteMistake) -> Set<String> {
        name == Self.shell ? [] : try modules.all(of: [Self.shell], later: false)
    }

    /// The modules present whenever a module is loaded later: the shell, and those that all of its loaders
    /// have.
    private func had(before name: String, _ scripts: Set<String>) throws(SiteMistake) -> Set<String> {
        var common: Set<String>?
        for script in scripts {
            let own = try modules.all(of: [script], later: false)
            guard modules.anyLoads(name, of: own) else { continue }
            common = common?.intersection(own) ?? own
        }
        return try (common ?? []).union(shellModules(for: name))
    }

    private func opening(of name: String) -> String {
        name == Self.shell
            ? "export const \(Self.registry) = {};\n"
            : "import { \(Self.registry) } from \"./\(Self.shell)\";\n"
    }

    /// Passes a module's exports to the code that loads it later.
    private func closing(of name: String) -> String {
        let exports = parts[name, default: JoinedModule()].exports.joined(separator: ", ")
        return "export const { \(exports) } = \(Self.registry)[\"\(name)\"];\n"
    }

    private func bodies(of name: String, without had: Set<String>) throws(SiteMistake) -> String {
        var text = ""
        for module in try modules.inOrder(from: name) where !had.contains(module) {
            let joined = parts[module, default: JoinedModule()]
            text += """
                \(Self.registry)["\(module)"] ??= (() => {
                \(joined.imports.map { "const \($0.names) = \(Self.registry)[\"\($0.module)\"];\n" }.joined())\
                \(joined.body)return { \(joined.exports.joined(separator: ", ")) };
                })();

                """
        }
        return text
    }
}

/// A module that can run inside a function: without statements that are only allowed at the top of a module.
private struct JoinedModule {
    // A literal in a method would be read anew for each line.
    nonisolated(unsafe) private static let importing =
        /import (?:\* as (\w+)|(\{[^}]*\})) from "\.\/([^"]+)";/
    nonisolated(unsafe) private static let declaration =
        /export ((?:async )?(?:function|class|const) (\w+)\b.*)/
    nonisolated(unsafe) private static let list = /export \{ (\w+(?:, \w+)*) \};/

    /// Its imports: a name, or a pattern in braces.
    private(set) var imports: [(names: String, module: String)] = []
    /// The names that it exports.
    private(set) var exports: [String] = []
    /// The remaining lines.
    private(set) var body = ""

    /// An empty module.
    init() {}

    init(_ name: String, _ source: [UInt8]) throws(SiteMistake) {
        let text = String(decoding: source, as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if lines.last == "" { lines.removeLast() }
        while let line = lines.popFirst() {
            var statement = String(line)
            let isImport = statement.hasPrefix("import ")
            while isImport, !statement.hasSuffix(";"), let next = lines.popFirst() { statement += " \(next)" }
            guard isImport ? keepImport(statement) : keep(statement)
            else { throw SiteMistake(file: name, problem: "cannot be joined with others for “\(statement)”") }
        }
    }

    private mutating func keepImport(_ statement: String) -> Bool {
        guard let match = statement.wholeMatch(of: Self.importing) else { return false }
        let names = match.1.map(String.init) ?? match.2.map { String($0).replacing(" as ", with: ": ") } ?? ""
        imports.append((names, String(match.3)))
        return true
    }

    /// Keeps a line; an exported name stays a local name in the function.
    private mutating func keep(_ line: String) -> Bool {
        guard line.hasPrefix("export ") else {
            body += line + "\n"
            return true
        }
        if let match = line.wholeMatch(of: Self.declaration) {
            exports.append(String(match.2))
            body += match.1 + "\n"
            return true
        }
        guard let match = line.wholeMatch(of: Self.list) else { return false }
        exports += match.1.split(separator: ", ").map(String.init)
        return true
    }
}
