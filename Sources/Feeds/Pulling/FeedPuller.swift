package import Delivery
package import Feeds
package import Foundation
package import Observations

/// Asks for one address of a feed, and has taken in what comes.
///
/// Nothing of an answer is kept unless all of it has come and makes sense: it goes into a file first.
package struct FeedPuller: Sendable {
    private let client: GuardedClient
    private let ledger: any PullLedger
    private let intake: any FeedIntake
    private let clock: PullClock
    private let folder: URL

    /// Makes a puller; `folder` is where answers lie while they come in.
    package init(
        client: GuardedClient, ledger: any PullLedger, intake: any FeedIntake, clock: PullClock = PullClock(),
        folder: URL = FileManager.default.temporaryDirectory
    ) {
        (self.client, self.ledger, self.intake) = (client, ledger, intake)
        (self.clock, self.folder) = (clock, folder)
    }

    /// What became of a request.
    package struct Outcome: Sendable {
        /// What is remembered of the address from now on.
        package let record: PullRecord
        /// What became of the rows of a new answer.
        package let rows: PulledRows?
    }

    /// Asks once, whether or not it is time, and remembers what became of it.
    ///
    /// - Throws: When the store cannot be read or written, or the task was cancelled; then nothing is remembered.
    package func pullOnce(_ target: PullTarget, of feed: PulledFeed) async throws -> Outcome {
        let now = clock.now()
        let known = try await ledger.pulls(of: feed.name).first { $0.target == target.name }
        var record = known ?? PullRecord(feed: feed.name, target: target.name)
        var rows: PulledRows?
        do throws(PullFailure) {
            rows = try await ask(for: target, of: feed, &record, at: now)
            record.succeed(at: now)
            record.nextAttempt = target.schedule.attempt(after: now, share: clock.share())
        } catch {
            if let failure = error.underlying { throw failure }
            record.fail(error)
            record.nextAttempt = nextAttempt(after: error, record, target, feed, at: now)
        }
        try await ledger.keep(record)
        return Outcome(record: record, rows: rows)
    }

    /// Asks for everything of a feed, whether or not it is time, with the pauses that the feed wants.
    ///
    /// A provider that asks for fewer requests is asked for nothing more.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - others: Feeds that may share its host, which wants to be left alone by all of them.
    ///   - isForced: Whether it is asked although it wants to be left alone; the requests of a day are kept to even so.
    ///   - report: Called with the name of each target that was asked for and what became of it.
    /// - Throws: ``ProviderPause``, and what ``pullOnce(_:of:)`` throws.
    package func pullAll(
        of feed: PulledFeed, beside others: [PulledFeed] = [], isForced: Bool = false,
        report: (_ target: String, Outcome) -> Void
    ) async throws {
        if !isForced, let end = try await pause(of: feed, beside: others) { throw ProviderPause(until: end) }
        for (index, target) in feed.targets.enumerated() {
            if index > 0 { try await clock.sleep(feed.pull.spacing) }
            let outcome = try await pullOnce(target, of: feed)
            report(target.name, outcome)
            if outcome.record.fault?.concernsProvider == true { return }
        }
    }

    /// Until when the provider of a feed wants to be left alone; `nil` when it does not.
    private func pause(of feed: PulledFeed, beside others: [PulledFeed]) async throws -> Date? {
        let now = clock.now()
        var end = FeedAgenda(feed, try await ledger.pulls(of: feed.name), at: now).pausedUntil
        for other in others where other.name != feed.name && other.pull.host == feed.pull.host {
            end = max(end, FeedAgenda(other, try await ledger.pulls(of: other.name), at: now).hostPausedUntil)
        }
        return end > now ? end : nil
    }

    /// Removes what a program that was killed has left of answers on their way.
    ///
    /// Other programs may be fetching into the same folder: what is younger than ``leftoverAge`` stays.
    package func removeLeftovers() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: Array(keys))
        for file in files ?? [] where file.lastPathComponent.hasPrefix(Self.prefix) {
            guard let changed = try? file.resourceValues(forKeys: keys).contentModificationDate,
                clock.now().timeIntervalSince(changed) > Self.leftoverAge
            else { continue }
            // Another user's files cannot be removed, and need not.
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// What the names of answers on their way begin with.
    private static let prefix = "breathe-feed-"
    /// No answer takes longer to come in and to be read, in seconds: the longest may take ten minutes to come.
    private static let leftoverAge: TimeInterval = 3_600

    /// Sends the request.
    ///
    /// - Returns: What became of the rows; `nil` when there is nothing new.
    private func ask(
        for target: PullTarget, of feed: PulledFeed, _ record: inout PullRecord, at now: Date
    ) async throws(PullFailure) -> PulledRows? {
        guard let request = feed.definition.request(for: target, at: now, environment: feed.environment)
        else { throw PullFailure(.malformedURL, "the address with its values is none") }
        let isAllowed = try await stored {
            try await ledger.countCall(
                of: feed.name, on: feed.budgetDay(at: now), limit: feed.pull.callsPerDay)
        }
        guard isAllowed else { throw PullFailure(.overBudget) }
        record.lastAttempt = now
        if record.url != request.publicURL || record.definition != feed.fingerprint {
            record.validators = nil
        }
        let file = folder.appending(path: Self.prefix + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = await client.fetch(
            Download(request, of: feed.pull, knowing: record.validators), into: file, at: now)
        if Task.isCancelled { throw PullFailure(underlying: CancellationError()) }
        guard let marks = try validators(of: outcome, hiding: request.secrets) else {
            // A provider may say that nothing has changed only to whoever has something.
            guard record.validators != nil
            else { throw PullFailure(.invalidResponse, "the answer says that nothing has changed") }
            return nil
        }
        let rows = try await take(file, for: target, of: feed, hiding: request.secrets, at: now)
        record.url = request.publicURL
        record.definition = feed.fingerprint
        // A station that is added today is only seen when the same answer comes again.
        record.validators = rows.ofUnknownStations == 0 ? marks : nil
        record.rejectedRows = rows.rejected
        record.lastChange = rows.accepted + rows.replaced > 0 ? now : record.lastChange
        return rows
    }

    /// What the answer is marked with, or `nil` when there is no other than the one that is known.
    private func validators(
        of outcome: DownloadOutcome, hiding secrets: [String]
    ) throws(PullFailure) -> PullRecord.Validators? {
        switch outcome {
        case .complete(let etag, let modified): .init(etag: etag, lastModified: modified)
        case .notModified: nil
        case .refused, .unusable, .forbidden, .late, .broken, .notSaved:
            throw PullFailure(outcome).hiding(secrets)
        }
    }

    private func take(
        _ file: URL, for target: PullTarget, of feed: PulledFeed, hiding secrets: [String], at now: Date
    ) async throws(PullFailure) -> PulledRows {
        do {
            return try await intake.take(file, as: feed.definition, asked: target.asked, at: now)
        } catch let failure as UnreadableAnswer {
            throw PullFailure(.invalidResponse, failure.reason).hiding(secrets)
        } catch let error as CancellationError {
            throw PullFailure(underlying: error)
        } catch {
            // Where the store itself is out of reach, remembering this fails as well.
            throw PullFailure(.notKept, "\(error)").hiding(secrets)
        }
    }

    private func stored<Value: Sendable>(
        _ act: () async throws -> Value
    ) async throws(PullFailure) -> Value {
        do { return try await act() } catch { throw PullFailure(underlying: error) }
    }

    private func nextAttempt(
        after failure: PullFailure, _ record: PullRecord, _ target: PullTarget, _ feed: PulledFeed,
        at now: Date
    ) -> Date {
        if failure.fault == .overBudget {
            let reset = feed.budgetReset(after: now)
            return reset.addingTimeInterval(PullBackoff.base * clock.share())
        }
        let wait = PullBackoff.wait(
            after: record.failures, retryAfter: failure.retryAfter, share: clock.share())
        let earliest = now.addingTimeInterval(wait)
        // What is wrong with the request itself is no better in a minute.
        return failure.fault.isPassing
            ? earliest : max(earliest, target.schedule.attempt(after: now, share: clock.share()))
    }
}

extension Download {
    fileprivate init(
        _ request: PullRequest, of pull: PullDefinition, knowing validators: PullRecord.Validators?
    ) {
        var headers: [(String, String)] = []
        if let etag = validators?.etag { headers.append(("if-none-match", etag)) }
        if let modified = validators?.lastModified { headers.append(("if-modified-since", modified)) }
        self.init(
            url: request.url, headers: headers, ownHeaders: request.headers,
            contentTypes: pull.contentTypes, byteLimit: pull.byteLimit, timeout: pull.timeout)
    }
}

extension PullRecord {
    fileprivate mutating func succeed(at now: Date) {
        (lastSuccess, failures, fault, detail) = (now, 0, nil, nil)
    }

    fileprivate mutating func fail(_ failure: PullFailure) {
        failures += 1
        (fault, detail) = (failure.fault, failure.detail)
    }
}
