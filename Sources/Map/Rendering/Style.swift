/// How a field is drawn.
package enum Style: String, Sendable, CaseIterable {
    /// Shades so close that steps are hardly visible.
    case smooth
    /// Three shades in each level, for small files that are drawn quickly.
    case stepped
    /// One shade for each level.
    case banded
    /// Lines where a level starts, labelled with the value or level, on a transparent background.
    case isolines

    /// How a palette is divided into shades.
    package var shading: Shading {
        switch self {
        case .smooth: Shading(ofLevel: 6)
        case .stepped: Shading(ofLevel: 3)
        case .banded, .isolines: Shading(ofLevel: 1)
        }
    }
}

/// How a palette is divided into shades, each of them in the strengths of ``Trust``.
///
/// Few colours make small files that compress quickly.
package struct Shading: Hashable, Sendable {
    /// Shades in each level above none.
    package let ofLevel: Int

    /// All shades: one for none, and ``ofLevel`` for each of the other four levels.
    var count: Int { 1 + 4 * ofLevel }

    /// The palette index for *unknown*.
    package static let unknown: UInt8 = 0
}
