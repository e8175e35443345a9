import Geography
import Testing

@testable import API

/// What other apps share.
@Suite struct SharedPlaceTests {
    @Test(arguments: [
        "geo:47.5596,7.5886?z=14", "https://www.google.com/maps/@47.5596,7.5886,14z",
        "https://maps.google.com/?q=47.5596,7.5886", "https://maps.google.com/?q=47.5596%2C7.5886",
        "https://maps.apple.com/?ll=47.5596,7.5886&q=Basel", "https://bing.com/maps?cp=47.5596~7.5886&lvl=11",
        "https://www.openstreetmap.org/#map=14/47.5596/7.5886",
        "https://www.openstreetmap.org/?mlat=47.5596&mlon=7.5886", "47.5596, 7.5886",
        "Look here: https://www.google.com/maps/@47.5596,7.5886,14z\nSee you!",
    ])
    func `the position in a shared text is found`(text: String) {
        #expect(SharedPlace([text]).position == Coordinate(longitude: 7.5886, latitude: 47.5596))
    }

    @Test(arguments: ["geo:97.5,7.5", "1,2 or 3", "https://example.org/?a=1.5,2.5x", "Basel", ""])
    func `what is no position is none`(text: String) {
        #expect(SharedPlace([text]).position == nil)
    }

    @Test func `the first words are searched for, without links`() {
        #expect(SharedPlace(["https://maps.example/x\nBasel\nBern"]).name == "Basel")
        #expect(SharedPlace(["", "https://maps.example/x", "Zürich HB"]).name == "Zürich HB")
    }
}
