package import Geography

/// How much of where and when leaves.
///
/// ## What is promised
/// Each person has one area per month: the cell of 0.1° where most of the month's answers are from, or its region, or
/// no place. In what leaves of one export, each pair of area and day belongs to at least `k` people, or nobody; so does
/// each pair of area and month. It is the finest area with which at least half of the person's days of the month leave.
/// Where a study has several forms, at least `k` people of the area have answers to exactly the same ones of a day in
/// what leaves, so that joining the answers to several forms tells no more than those to one; if fewer have, only the
/// answers to forms leave that more of them share.
/// Answers of a day on which fewer than `k` people of the area answered are left out: what the same pseudonym tells on
/// other days would give the area to a row without one, and the air that is joined would give it the day. Each person of
/// a month is in one of these groups only, so that subtracting groups from totals yields groups of `k` people, too. The
/// air is that of the area and not of the place. All tables of an export say the same of a response.
///
/// With ``Linkage/month`` a pseudonym changes each month, so that nobody is followed from one group to another. With
/// ``Linkage/study`` a person has one pseudonym and one area for the whole study.
///
/// Where answers are not linked to people, each has the finest area that `k` answers of its day to the same form share.
///
/// ## What is not promised
/// Who knows on which days somebody answered, or what, may find that person among those of an area: several days
/// together, and answers, are what research needs. Two exports of one study at different times, or with different
/// options, can be subtracted from each other. If everybody of a group gave the same answer, it is known of each.
/// Exports are therefore for researchers with a contract; open data are the aggregates.
package struct AnonymityPolicy: Hashable, Sendable {
    /// For how long answers of one person can be joined.
    package enum Linkage: String, Hashable, Sendable, CaseIterable {
        case month, study
    }

    /// The fewest people of a group, and the smallest count that is shown.
    ///
    /// US CMS shows none below 11; the EMA's accepted risk of 0.09 amounts to the same.
    package static let groups = 5...20
    /// Degrees of a cell on both axes, about 11 km in latitude.
    static let cell = 0.1

    /// The fewest people of a group.
    package let k: Int
    package let linkage: Linkage
    /// Whether answers in people's own words leave, in which they may name themselves.
    package let includesFreeText: Bool

    /// Creates a policy, or returns `nil` when `k` is not one of ``groups``.
    package init?(k: Int, linkage: Linkage = .month, includesFreeText: Bool = false) {
        guard Self.groups.contains(k) else { return nil }
        (self.k, self.linkage, self.includesFreeText) = (k, linkage, includesFreeText)
    }

    /// A count as it is shown: `< 5`, if it is smaller than `k` and not 0.
    package func shown(_ count: Int) -> String { (1..<k).contains(count) ? "< \(k)" : String(count) }
}

/// The area that leaves with an answer.
package enum ReleasedArea: Hashable, Sendable {
    /// A cell of 0.1°, by its middle.
    case cell(Coordinate)
    /// The place of a region in ``StudyPlan/regions``.
    case region(Int)
    case withheld
}
