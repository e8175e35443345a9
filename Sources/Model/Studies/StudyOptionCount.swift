package import Forms

/// How many people who take part agreed to an optional point of the consent.
///
/// A number is told if it is about at least `k` people, or about nobody, and so is the number of those who did not
/// agree. What is not promised: two numbers that were told at different times can be subtracted from each other.
package struct StudyOptionCount: Hashable, Sendable {
    /// The version of the study, which is the latest to which these people agreed.
    package let version: Int
    package let words: FormWording
    /// `nil` where fewer than `k` people agreed, or fewer than `k` did not.
    package let agreed: Int?

    /// Counts those who agreed.
    ///
    /// - Parameters:
    ///   - version: The version of the study.
    ///   - words: What they could agree to.
    ///   - agreed: How many did.
    ///   - people: How many could, ``agreed`` and more.
    ///   - k: The fewest people about whom a number is told.
    package init(version: Int, words: FormWording, agreed: Int, of people: Int, k: Int) {
        (self.version, self.words) = (version, words)
        let isTold = [agreed, people - agreed].allSatisfy { $0 == 0 || $0 >= k }
        self.agreed = isTold ? agreed : nil
    }

    /// Counts what people chose.
    ///
    /// - Parameters:
    ///   - options: The optional points of a version, in their order.
    ///   - version: Its number.
    ///   - choices: What each of those people chose whose latest consent is to it.
    ///   - k: The fewest people about whom a number is told.
    /// - Returns: A number for each of the points.
    package static func count(
        _ options: [FormWording], of version: Int, in choices: [[Bool]], k: Int
    ) -> [StudyOptionCount] {
        options.enumerated().map { place, words in
            let agreed = choices.count { $0.indices.contains(place) && $0[place] }
            return StudyOptionCount(version: version, words: words, agreed: agreed, of: choices.count, k: k)
        }
    }
}
