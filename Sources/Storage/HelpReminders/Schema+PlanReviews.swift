extension Schema {
    /// Plans are reminded of before their review: what was kept before is looked at once, to learn when it is due.
    ///
    /// What a record is about is sealed, so all that have no time yet are looked at.
    static let planReviews = "UPDATE helpRecord SET due = 0 WHERE due IS NULL;"
}
