import Geography

/// The search for boxes that touch a part of the map.
enum BoxSearch {
    /// The condition that a box touches a part of the map.
    ///
    /// In SQLite the table is an R*Tree. In PostgreSQL it has an index over the same columns as one `box`.
    static func touching(_ part: BoundingBox, in table: String) -> Query {
        let corners: Query = """
            AND box(point(\(sql: table).west, \(sql: table).south), point(\(sql: table).east, \(sql: table).north))
                && box(point(\(part.west), \(part.south)), point(\(part.east), \(part.north)))
            """
        return """
            \(sql: table).west <= \(part.east) AND \(sql: table).east >= \(part.west)
                AND \(sql: table).south <= \(part.north) AND \(sql: table).north >= \(part.south)
                \(sqlite: "", postgreSQL: corners)
            """
    }
}
