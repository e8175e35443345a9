package import Allergens

/// What somebody wants of an export.
package struct StudyExportWish: Hashable, Sendable {
    /// The days before an answer whose air can have columns.
    package static let lags = 0...7

    /// Days before an answer whose air has columns, too, in ``lags``.
    package let lags: Int
    package let linkage: AnonymityPolicy.Linkage
    /// Whether answers in people's own words leave.
    package let includesFreeText: Bool
    /// The allergens whose air is joined; `nil` for all that were measured anywhere on days of the study.
    package let allergens: AllergenSet?
    /// Whether answers leave, and not only what columns mean.
    package let hasAnswers: Bool

    package init(
        lags: Int = 0, linkage: AnonymityPolicy.Linkage = .month, includesFreeText: Bool = false,
        allergens: AllergenSet? = nil, hasAnswers: Bool = true
    ) {
        precondition(Self.lags.contains(lags), "there is air of the seven days before")
        (self.lags, self.linkage, self.includesFreeText) = (lags, linkage, includesFreeText)
        (self.allergens, self.hasAnswers) = (allergens, hasAnswers)
    }
}
