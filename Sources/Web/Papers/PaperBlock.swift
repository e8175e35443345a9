import Drawing

/// A part of a page that is never broken.
struct PaperBlock {
    /// Its height in points, with the space below it.
    let height: Double
    /// The height that has to remain below it on its page, so that a heading does not end one.
    var reserve = 0.0
    /// What stands above it once more when it begins a page: the head of its table.
    var head: [PaperBlock] = []
    /// Whether it is a row of a table: rows that follow each other on a page are one table.
    var isRow = false
    /// Draws it with its top at the origin.
    let draw: (borrowing Canvas) -> Void
}
