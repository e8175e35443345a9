import Allergens
import Foundation
import HTTP
import Observations

/// The preview of a link to a place: all that its bytes depend on.
struct PlacePreview {
    let card: AirCard
    let map: PlaceMap
    let levels: [AirCard.Row]

    init(_ report: PlaceReport, map: PlaceMap, text: PlaceText, colours: LevelColours, today: CivilDate) {
        card = AirCard(report, text: text, colours: colours, today: today)
        self.map = map
        levels = Level.allCases.map { level in
            AirCard.Row(name: "", words: text.level(level), level: level, colour: colours[level])
        }
    }

    /// The entity tag, known before anything is drawn.
    ///
    /// The card's words are in one language, as those of the map are.
    var etag: String {
        get throws {
            let parts = map.etags + [map.title, map.attribution]
            return ContentHash.etag(
                of: try JSON.encoder.encode(card)
                    + Data(("preview " + parts.joined(separator: " ")).utf8))
        }
    }

    var painter: PreviewPainter { PreviewPainter(card: card, map: map, levels: levels) }
}
