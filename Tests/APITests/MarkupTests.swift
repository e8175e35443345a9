import Foundation
import Testing

@testable import Site

/// What somebody has written never becomes an element or an attribute.
@Suite struct MarkupTests {
    /// Beside these scalars a sign is no `Character` of its own, but browsers see it.
    private static let companions = [("", ""), ("\u{600}", ""), ("", "\u{301}"), ("\u{600}", "\u{301}")]

    @Test(arguments: companions)
    func `signs are escaped beside whatever stands there`(before: String, after: String) {
        for (sign, name) in [("&", "amp"), ("<", "lt"), (">", "gt"), ("\"", "quot")] {
            let text = "a\(before)\(sign)\(after)b"
            let html = Markup("p", ["title": text], text).html
            let escaped = "a\(before)&\(name);\(after)b"
            #expect(Data(html.utf8) == Data("<p title=\"\(escaped)\">\(escaped)</p>".utf8))
        }
    }

    @Test(arguments: companions)
    func `data cannot end its element`(before: String, after: String) throws {
        let html = try Markup.data(["a\(before)</script>\(after)"], type: "application/json").html
        #expect(html.utf8.split(separator: UInt8(ascii: "<")).count == 2, "it begins and ends once")
        #expect(Data(html.utf8).range(of: Data("\\u003c/script>".utf8)) != nil)
    }

    @Test func `values take the places of their names and are no places themselves`() {
        let text = "{from} – {to}, {from}: {other} {"
        #expect(text.filling(["from": "{to}", "to": "9"]) == "{to} – 9, {to}: {other} {")
        #expect(text.filling([:]) == text && "".filling(["to": "9"]).isEmpty)
    }
}
