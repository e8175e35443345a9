/// How a field becomes a picture.
package enum Style: String, Sendable, CaseIterable {
    /// Shades so close that hardly any step shows.
    case smooth
    /// Three shades in each level: small files that are quickly drawn.
    case stepped
    /// One shade for each level.
    case banded
    /// Lines where a level begins, with what begins there written on them, on transparent ground.
    case isolines

    /// How a palette is cut into shades.
    package var shading: Shading {
        switch self {
        case .smooth: Shading(ofLevel: 6, opacities: 10)
        case .stepped: Shading(ofLevel: 3, opacities: 12)
        case .banded, .isolines: Shading(ofLevel: 1, opacities: 12)
        }
    }
}

/// How a palette is cut into shades and opacities.
///
/// Few of them make small files that are quickly compressed.
package struct Shading: Hashable, Sendable {
    /// Shades in each level above none.
    package let ofLevel: Int
    /// Steps of confidence.
    package let opacities: Int

    /// All shades: one for none, and ``ofLevel`` for each of the other four levels.
    var count: Int { 1 + 4 * ofLevel }

    /// The palette's place for *unknown*.
    package static let unknown: UInt8 = 0
}
