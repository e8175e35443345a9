import Testing

@testable import Feeds

@Suite struct NodePathTests {
    @Test(arguments: [
        ("a", ["a"]), ("a.b-c_1", ["a", "b-c_1"]),
        (#"a."Grass / Poaceae".b"#, ["a", "Grass / Poaceae", "b"]),
    ])
    func `members are separated by dots, and quoted when they contain other characters`(
        text: String, names: [String]
    ) {
        #expect(NodePath(text)?.steps == names.map { .member($0) })
    }

    @Test func `brackets select entries and braces select members`() throws {
        let path = try #require(NodePath("[s].list[3].{plant}.{day:today|tomorrow}"))
        #expect(
            path.steps == [
                .everyEntry("s"), .member("list"), .entry(3), .everyMember("plant", of: nil),
                .everyMember("day", of: ["today", "tomorrow"]),
            ])
        #expect(path.variables == ["s", "plant", "day"])
        #expect(path.key == nil)
        #expect(NodePath("{plant}")?.key == "plant")
    }

    @Test(arguments: [
        "", ".", "a.", ".a", "a..b", "a[", "a[]", "a[-1]", "a b", "{}", "{a", "a[i].b[i]", "a{b}", "{a:}",
        "\"\"",
    ])
    func `an invalid path is not read`(text: String) {
        #expect(NodePath(text) == nil)
    }

    @Test func `a name means the same entry in every path`() throws {
        let root = try JSONNode(
            parsing: Array(#"{"time":["t0","t1"],"values":{"a":[1,2],"b":[3,null]}}"#.utf8))
        let value = try #require(NodePath("values.{plant}[i]"))
        let time = try #require(NodePath("time[i]"))
        var found: [String] = []
        try root.forEach(at: value) { node, bindings in
            let stamp = root.node(at: time, bindings)?.display ?? "-"
            found.append("\(bindings.place(of: value)) \(stamp) \(node?.display ?? "-")")
        }
        #expect(
            found == [
                "values.a[0] t0 1", "values.a[1] t1 2", "values.b[0] t0 3", "values.b[1] t1 null",
            ])
    }

    @Test
    func `an entry may lack members, but a document without the list is another one`()
        throws
    {
        let path = try #require(NodePath("plants[p].info.value"))
        var found: [String?] = []
        let root = try JSONNode(parsing: Array(#"{"plants":[{"info":{"value":3}},{},{"info":null}]}"#.utf8))
        try root.forEach(at: path) { node, _ in found.append(node?.display) }
        #expect(found == ["3", nil, nil])
        for other in [#"{"error":"no"}"#, #"{"plants":7}"#, "[]"] {
            let root = try JSONNode(parsing: Array(other.utf8))
            #expect(throws: FeedFailure.nothingAtPath("plants[p].info.value")) {
                try root.forEach(at: path) { _, _ in }
            }
        }
    }

    @Test(arguments: ["", "{", "<html></html>", #"{"a":NaN}"#])
    func `text that is not JSON is not a document`(text: String) {
        #expect(throws: FeedFailure.malformedJSON) { try document(text, as: "dwd") }
    }
}
