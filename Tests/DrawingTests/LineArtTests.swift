import Testing

@testable import Drawing

@Suite struct LineArtTests {
    /// A drawing in a square of 10 with some paths.
    private func svg(_ paths: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" fill="none" stroke="currentColor" \
        color="#102030" stroke-width="1"><style>svg{color:#fff}</style>\(paths)</svg>
        """
    }

    @Test func `paths are filled and stroked, at the size that is asked for`() throws {
        let art = try #require(
            LineArt(svg: svg(##"<g fill="#00ff00"><path d="M2 2h6v6h-6z"/></g><path d="M0 5h10"/>"##)))
        let canvas = try Canvas(width: 40, height: 40)
        canvas.draw(art, x: 10, y: 10, side: 20)
        let pixels = try canvas.pixels()
        let ink = Colour(red: 0x10, green: 0x20, blue: 0x30)
        #expect(pixels[16 * 40 + 16] == Colour(red: 0, green: 255, blue: 0), "inside")
        #expect(pixels[14 * 40 + 20] == ink && pixels[20 * 40 + 28] == ink, "the lines")
        #expect(pixels[5 * 40 + 20] == .transparent && pixels[35 * 40 + 20] == .transparent, "outside")
    }

    @Test func `steps are where the commands before them lead`() {
        let steps = OutlineStep.steps(of: "m1 1l2 0 0 2zm4 4q3 0 3 3M9 9c0 1 1 2 2 2s2-1 2-2.5-.5")
        #expect(steps == nil, "a point has two numbers")
        let whole = OutlineStep.steps(of: "m1 1l2 0 0 2zm4 4q3 0 3 3M9 9c0 1 1 2 2 2s2-1 2-2")
        #expect(
            whole == [
                .move(to: Point(1, 1)), .line(to: Point(3, 1)), .line(to: Point(3, 3)), .close,
                .move(to: Point(5, 5)), .curve(Point(7, 5), Point(8, 6), to: Point(8, 8)),
                .move(to: Point(9, 9)), .curve(Point(9, 10), Point(10, 11), to: Point(11, 11)),
                .curve(Point(12, 11), Point(13, 10), to: Point(13, 9)),
            ])
    }

    @Test(arguments: [
        "", "<svg></svg>", #"<path d="M0 0"/>"#, #"<circle r="1"/>"#, #"<path d="M0 0a1 1 0 0 0 1 1"/>"#,
        #"<path d="M0 0 1"/>"#, #"<path d="1 1"/>"#, #"<path d="M0 0h1" fill="red"/>"#, "</g>", "<g>",
    ])
    func `what is not in the form is refused`(paths: String) {
        #expect(LineArt(svg: paths) == nil)
        // An empty drawing, one within another, and a path that draws nothing are in the form.
        let isKnown = ["", "<svg></svg>", #"<path d="M0 0"/>"#].contains(paths)
        #expect((LineArt(svg: svg(paths)) != nil) == isKnown, "\(paths)")
    }
}
