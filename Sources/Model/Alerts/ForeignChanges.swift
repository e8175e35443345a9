/// How far a program has heard of what others commit to its store.
package struct ForeignMark: Hashable, Sendable {
    /// The number of the last commit that it has heard of; in a file only another number after each commit of others.
    package let number: Int64
    /// What tells that commit from another with its number; `nil` if it has not been looked at.
    ///
    /// A server that lost its last commits, as a standby can that takes over, gives their numbers out again.
    package let proof: Int64?

    package init(number: Int64, proof: Int64? = nil) { (self.number, self.proof) = (number, proof) }
}

/// What other programs committed to a store after a mark, in the order of the commits.
package struct ForeignChanges: Hashable, Sendable {
    /// One value for each commit.
    package let changes: [CommittedChanges]
    /// Up to where they go.
    package let mark: ForeignMark
    /// Whether more was committed after them.
    package let hasMore: Bool

    package init(changes: [CommittedChanges], mark: ForeignMark, hasMore: Bool = false) {
        (self.changes, self.mark, self.hasMore) = (changes, mark, hasMore)
    }
}
