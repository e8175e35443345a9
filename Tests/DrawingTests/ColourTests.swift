import Testing

@testable import Drawing

@Suite struct ColourTests {
    @Test func `hexadecimal colours are read and written`() {
        #expect(Colour(hex: "#FDC25A") == Colour(red: 0xFD, green: 0xC2, blue: 0x5A))
        #expect(Colour(hex: "#fdc25a80")?.alpha == 0x80)
        #expect(Colour(hex: "#FDC25A")?.hex == "#FDC25A")
    }

    @Test(arguments: ["", "#", "FDC25A", "#FDC25", "#FDC25AA", "#+DC25A", "#GGGGGG"])
    func `any other text is not a colour`(text: String) {
        #expect(Colour(hex: text) == nil)
    }

    @Test func `white is brighter than red, and red than black`() {
        let red = Colour(red: 255, green: 0, blue: 0)
        #expect(abs(Colour.white.luminance - 1) < 1e-9)
        #expect(abs(red.luminance - 0.2126) < 1e-9)
        #expect(Colour(red: 0, green: 0, blue: 0).luminance == 0)
    }
}
