import Testing

@testable import API
@testable import Site

/// How the site's modules are joined into the scripts that browsers load.
@Suite struct SiteScriptsTests {
    private static let modules = SiteModules(SiteSources.builtIn)
    private static let scripts = try? SiteScripts(SiteSources.builtIn, modules: modules)
    private static let joined = (try? scripts?.all()) ?? [:]

    private static func text(_ name: String) throws -> String {
        String(decoding: try #require(joined[name], "\(name)"), as: UTF8.self)
    }

    /// The modules in a script, in order.
    private static func members(_ name: String) throws -> [String] {
        try text(name).matches(of: #/(?m)^\$modules\["([^"]+)"\] \?\?= /#).map { String($0.1) }
    }

    @Test func `a page's script and the shell contain each of its modules once`() throws {
        for page in SitePage.all {
            let members = try page.scripts.flatMap(Self.members)
            #expect(Set(members).count == members.count, "\(page.path)")
            #expect(Set(members) == (try Self.modules.all(of: page.scripts, later: false)), "\(page.path)")
        }
    }

    @Test func `a script that a page loads later holds only new modules, and exports its own`() throws {
        let map = Set(try SitePage.all[0].scripts.flatMap(Self.members))
        let regions = try Self.members("regions.js")
        #expect(regions.last == "regions.js" && map.isDisjoint(with: regions))
        let exports = #"export const { makeRegions } = $modules["regions.js"];"#
        #expect(try Self.text("regions.js").hasSuffix(exports + "\n"))
        // Every page loads this module later through the shell, and the page of reports at once.
        #expect(try Self.members("queue.js").last == "queue.js")
        #expect(try Self.members("reporting.js").contains("queue.js"))
    }

    @Test func `every module follows those it imports, and only the shell is imported as a file`() throws {
        let shell = try Self.members(SiteScripts.shell)
        let owned = try Self.joined.keys.filter { !SiteScripts.workers.contains($0) }
            .map { try Self.modules.all(of: [$0], later: false) }
        for name in Self.joined.keys {
            let isWorker = SiteScripts.workers.contains(name)
            let isWhole = name == SiteScripts.shell || isWorker
            var there = isWhole ? [] : Set(shell)
            // What loads it later has these already.
            let loaders = isWorker ? [] : owned.filter { Self.modules.anyLoads(name, of: $0) }
            let begun = loaders.dropFirst().reduce(loaders.first ?? []) { $0.intersection($1) }
            let text = try Self.text(name)
            for part in text.split(separator: "\n$modules[\"").dropFirst() {
                let module = String(part.prefix { $0 != "\"" })
                for imported in try Self.modules.inOrder(from: module).dropLast() {
                    let isThere = there.contains(imported) || begun.contains(imported)
                    #expect(isThere, "\(name): \(module) has no \(imported)")
                }
                there.insert(module)
            }
            let imports = text.matches(of: /(?m)^import .*$/).map { String($0.0) }
            #expect(
                imports == (isWhole ? [] : [#"import { $modules } from "./shell.js";"#]))
        }
    }

    @Test func `the service worker is one script without imports`() throws {
        let worker = try #require(Self.scripts).worker(AssembledSite.workerName)
        #expect(worker.firstMatch(of: /(?m)^(?:import|export)\b/) == nil)
        #expect(worker.contains("$modules[\"queue.js\"] ??= ") && worker.hasPrefix("\"use strict\";\n"))
    }

    @Test func `imports and exports become constants of a function`() throws {
        let worker = try Self.worker([
            "worker.js": """
            // Says it.
            import * as all from "./other.js";
            import {
              one as first, two,
            } from "./other.js";
            first(two, all);
            """,
            "other.js": """
            export const one = (x) => x;
            const two = 2;
            export async function three() {}
            export { two };

            """,
        ])
        #expect(
            worker == """
                "use strict";
                const $modules = {};
                $modules["other.js"] ??= (() => {
                const one = (x) => x;
                const two = 2;
                async function three() {}
                return { one, three, two };
                })();
                $modules["worker.js"] ??= (() => {
                const all = $modules["other.js"];
                const {   one: first, two, } = $modules["other.js"];
                // Says it.
                first(two, all);
                return {  };
                })();

                """)
    }

    @Test(arguments: [
        (["worker.js": #"import "./other.js";"#, "other.js": ""], "worker.js", #"import "./other.js";"#),
        (["worker.js": "export default 1;"], "worker.js", "export default 1;"),
        (["worker.js": "export let count = 1;"], "worker.js", "export let count = 1;"),
        (["worker.js": #"import { a } from "./gone.js";"#], "gone.js", "is missing"),
        (
            ["worker.js": #"import { a } from "./b.js";"#, "b.js": #"import { c } from "./worker.js";"#],
            "worker.js", "imports itself"
        ),
    ])
    func `a script that cannot be joined is reported with the reason`(
        sources: [String: String], file: String, problem: String
    ) throws {
        let mistake = try #require(throws: SiteMistake.self) { try Self.worker(sources) }
        #expect(mistake.file == file)
        #expect(mistake.problem.contains(problem), "\(mistake)")
    }

    private static func worker(_ sources: [String: String]) throws -> String {
        let bytes = sources.mapValues { Array($0.utf8) }
        return try SiteScripts(bytes, modules: SiteModules(bytes)).worker("worker.js")
    }
}
