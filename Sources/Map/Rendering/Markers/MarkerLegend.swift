package import Allergens
import Drawing
import Observations

/// The meaning of a layer's marks.
package struct MarkerLegend: Hashable, Sendable, Encodable {
    /// One kind of mark.
    package struct Symbol: Hashable, Sendable, Encodable {
        package let words: String
        /// The mark's styles; a mark that combines several is drawn in this order.
        let looks: [MarkerStyle]

        private enum CodingKeys: String, CodingKey {
            case words
        }
    }

    /// One level and its colour.
    package struct Class: Hashable, Sendable, Encodable {
        package let level: Level
        package let words: String
        /// The colour as `#RRGGBB`.
        package let colour: String
        /// The text on the colour, for readers who do not see colours: the figure of a pin or an alert.
        package let figure: String

        /// Member names in JSON are spelled as CSS spells them.
        private enum CodingKeys: String, CodingKey {
            case level, words, figure
            case colour = "color"
        }
    }

    package let layer: String
    package let title: String
    package let symbols: [Symbol]
    /// The levels that a mark can have.
    package let classes: [Class]
    /// How *unknown* is shown.
    package let unknown: String

    package init(_ layer: MarkerLayer) {
        self.layer = layer.id
        title = layer.title
        switch layer.subject {
        case .stations:
            symbols = Self.stationSymbols
            unknown = "–"
            classes = Self.classes(Level.allCases, of: layer) { "\($0.rank)" }
        case .alerts:
            symbols = Self.alertSymbols
            unknown = "not shown"
            classes = Self.classes(
                Level.allCases.filter { $0 > .none }, of: layer, figure: MarkerStyle.warning(of:))
        }
    }

    private static func classes(
        _ levels: [Level], of layer: MarkerLayer, figure: (Level) -> String
    ) -> [Class] {
        levels.map {
            Class(level: $0, words: $0.words, colour: layer.colour(of: $0).hex, figure: figure($0))
        }
    }

    private static let stationSymbols: [Symbol] = {
        func mark(_ level: Level, _ basis: StationMarker.Mark.Basis) -> StationMarker.Mark {
            StationMarker.Mark(level: level, basis: basis)
        }
        func pin(_ mark: StationMarker.Mark?, isSimulated: Bool = false) -> MarkerStyle {
            .pin(mark, isSimulated: isSimulated)
        }
        let flanks = MarkerStyle.flanks(yesterday: mark(.low, .measured), tomorrow: mark(.high, .forecast))
        return [
            Symbol(
                words: "the day, with the days before and after",
                looks: [flanks, pin(mark(.moderate, .measured))]),
            Symbol(words: "ring: a day or more old", looks: [pin(mark(.moderate, .carried))]),
            Symbol(words: "dashes: a forecast", looks: [pin(mark(.high, .forecast))]),
            Symbol(words: "dots: modelled here", looks: [pin(mark(.high, .modelled))]),
            Symbol(words: "S: simulated", looks: [pin(mark(.moderate, .measured), isSimulated: true)]),
            Symbol(words: "the day is unknown", looks: [pin(nil)]),
            Symbol(words: "no room for a pin", looks: [.dot(mark(.moderate, .measured))]),
            Symbol(words: "no reading or forecast", looks: [.dot(nil)]),
        ]
    }()

    private static let alertSymbols: [Symbol] = [
        Symbol(words: "alert from a station’s reading", looks: [.warning(.high, isForecast: false)]),
        Symbol(words: "alert from a forecast", looks: [.warning(.high, isForecast: true)]),
        Symbol(words: "report of a person, within 1 km", looks: [.report]),
        Symbol(words: "how many are together here", looks: [.count(12)]),
    ]
}
