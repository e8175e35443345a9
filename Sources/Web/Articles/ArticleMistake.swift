/// A mistake in the files of an article.
package struct ArticleMistake: Error, Hashable, CustomStringConvertible {
    /// The file that contains the mistake.
    let file: String
    let problem: String

    package var description: String { "\(file): \(problem)" }
}
