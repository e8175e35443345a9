package import People

/// Something that is done to an article as a whole.
package enum SubmissionAct: String, CaseIterable, Sendable, Codable {
    /// The author hands it in for review, or takes it back before it is published.
    case submit, withdraw
    /// The author begins another version of what is published, or gives that up.
    case correct, discard
    /// A reviewer gives it back with remarks, finds it good, or shows it to readers.
    case giveBack = "return"
    case accept, publish
    /// The author or a reviewer takes it away from readers, for good.
    case retire

    /// The acts of authors, and those of reviewers.
    package static let ofAuthors: Set<SubmissionAct> = [.submit, .withdraw, .correct, .discard, .retire]
    package static let ofReviewers: Set<SubmissionAct> = [.giveBack, .accept, .publish, .retire]
}

/// Who does something to an article.
package enum SubmissionActor: Hashable, Sendable {
    case author(Account.ID)
    case reviewer(Account.ID)

    package var account: Account.ID {
        switch self {
        case .author(let account), .reviewer(let account): account
        }
    }
}

/// Why something cannot be done to an article.
package enum SubmissionRefusal: Error, Hashable, Sendable {
    /// The account has no such article, or reviewers cannot read it.
    case unknown
    /// Nobody reviews, publishes or retires as a reviewer what they have written.
    case own
    /// The article is not in a state in which that can be done.
    case state(ExpertArticle.State)
    /// The text was changed meanwhile; its revision now.
    case changed(Int)
    /// Without a remark, the author would not know what to change.
    case noRemarks
    /// Readers see a version of it, so it is retired rather than deleted.
    case published
    case tooMany
    case tooManyRemarks
}

/// Which way articles go: written, submitted, returned as often as it takes, accepted, published, retired.
package enum SubmissionPolicy {
    /// The state after an act.
    ///
    /// - Parameters:
    ///   - act: What is to be done.
    ///   - submission: The article.
    ///   - actor: Who wants to do it.
    /// - Returns: The new state.
    /// - Throws: ``SubmissionRefusal``.
    package static func state(
        after act: SubmissionAct, on submission: ExpertArticle, by actor: SubmissionActor
    ) throws(SubmissionRefusal) -> ExpertArticle.State {
        switch actor {
        case .author(let account):
            guard account == submission.author, SubmissionAct.ofAuthors.contains(act) else { throw .unknown }
        case .reviewer(let account):
            guard submission.state.isReviewable, SubmissionAct.ofReviewers.contains(act)
            else { throw .unknown }
            guard account != submission.author else { throw .own }
        }
        guard let next = next(act, submission) else { throw .state(submission.state) }
        if act == .giveBack, !submission.remarks.contains(where: { $0.revision == submission.revision }) {
            throw .noRemarks
        }
        return next
    }

    private static func next(_ act: SubmissionAct, _ submission: ExpertArticle) -> ExpertArticle.State? {
        let isPublished = submission.publication != nil
        switch (act, submission.state) {
        case (.submit, .draft), (.submit, .returned): return .submitted
        case (.withdraw, .submitted), (.withdraw, .accepted): return .draft
        case (.correct, .published): return isPublished ? .draft : nil
        case (.discard, .draft), (.discard, .returned): return isPublished ? .published : nil
        case (.giveBack, .submitted), (.giveBack, .accepted): return .returned
        case (.accept, .submitted): return .accepted
        case (.publish, .accepted): return .published
        case (.retire, let state): return isPublished && state != .retired ? .retired : nil
        default: return nil
        }
    }
}
