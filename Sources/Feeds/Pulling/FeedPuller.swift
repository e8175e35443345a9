package import Delivery
package import Feeds
package import Foundation
package import Observations

/// Fetches one target of a feed and hands the response to the intake.
///
/// The response goes to a file first. Nothing is stored unless the whole response has arrived and makes
/// sense.
package struct FeedPuller: Sendable {
    private let client: GuardedClient
    private let ledger: any PullLedger
    private let intake: any FeedIntake
    private let clock: PullClock
    private let folder: URL

    /// Creates a puller.
    ///
    /// `folder` holds responses while they arrive.
    package init(
        client: GuardedClient, ledger: any PullLedger, intake: any FeedIntake, clock: PullClock = PullClock(),
        folder: URL = FileManager.default.temporaryDirectory
    ) {
        (self.client, self.ledger, self.intake) = (client, ledger, intake)
        (self.clock, self.folder) = (clock, folder)
    }

    /// The outcome of a request.
    package struct Outcome: Sendable {
        /// The target's new record.
        package let record: PullRecord
        /// The outcome of the rows in a new response.
        package let tally: IntakeTally?
    }

    /// Sends one request, whether or not the target is due, and records the outcome.
    ///
    /// - Throws: An error if the store cannot be read or written, or the task was cancelled. Then nothing is
    ///   recorded.
    package func pullOnce(_ target: PullTarget, of feed: PulledFeed) async throws -> Outcome {
        let now = clock.now()
        let known = try await ledger.pulls(of: feed.name).first { $0.target == target.name }
        var record = known ?? PullRecord(feed: feed.name, target: target.name)
        var tally: IntakeTally?
        do throws(PullFailure) {
            tally = try await ask(for: target, of: feed, &record, at: now)
            record.succeed(at: now)
            record.nextAttempt = target.schedule.attempt(after: now, share: clock.share())
        } catch {
            if let failure = error.underlying { throw failure }
            record.fail(error)
            record.nextAttempt = nextAttempt(after: error, record, target, feed, at: now)
        }
        try await ledger.keep(record)
        return Outcome(record: record, tally: tally)
    }

    /// Requests all targets of a feed, whether or not they are due, with the feed's pauses.
    ///
    /// It stops when the provider asks for fewer requests.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - others: Feeds that may share its host, whose pauses apply as well.
    ///   - isForced: Whether to ignore a pause. The daily limit applies nevertheless.
    ///   - report: Called with the name and the outcome of each requested target.
    /// - Throws: ``ProviderPause``, and the errors of ``pullOnce(_:of:)``.
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

    /// Returns the end of the provider's pause, or `nil` if there is none.
    private func pause(of feed: PulledFeed, beside others: [PulledFeed]) async throws -> Date? {
        let now = clock.now()
        var end = FeedAgenda(feed, try await ledger.pulls(of: feed.name), at: now).pausedUntil
        for other in others where other.name != feed.name && other.pull.host == feed.pull.host {
            end = max(end, FeedAgenda(other, try await ledger.pulls(of: other.name), at: now).hostPausedUntil)
        }
        return end > now ? end : nil
    }

    /// Removes partial responses left behind by a killed process.
    ///
    /// Other processes may be fetching into the same folder, so files younger than ``leftoverAge`` stay.
    package func removeLeftovers() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: Array(keys))
        for file in files ?? [] where file.lastPathComponent.hasPrefix(Self.prefix) {
            guard let changed = try? file.resourceValues(forKeys: keys).contentModificationDate,
                clock.now().timeIntervalSince(changed) > Self.leftoverAge
            else { continue }
            // Other users' files cannot be removed, and need not be.
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// The prefix of the files of arriving responses.
    private static let prefix = "breathe-feed-"
    /// The age in seconds after which a file is a leftover.
    ///
    /// The longest download may take ten minutes.
    private static let leftoverAge: TimeInterval = 3_600

    /// Sends the request.
    ///
    /// - Returns: The outcome of the rows; `nil` if there is nothing new.
    private func ask(
        for target: PullTarget, of feed: PulledFeed, _ record: inout PullRecord, at now: Date
    ) async throws(PullFailure) -> IntakeTally? {
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
            // "Not modified" is valid only in response to a conditional request.
            guard record.validators != nil
            else { throw PullFailure(.invalidResponse, "the answer says that nothing has changed") }
            return nil
        }
        let tally = try await store(file, for: target, of: feed, hiding: request.secrets, at: now)
        record.url = request.publicURL
        record.definition = feed.fingerprint
        // An unknown station may be added later. Without validators, the same response is fetched again, and its
        // rows are stored then.
        record.validators = tally.unknownStationCount == 0 ? marks : nil
        record.rejectedRows = tally.rejectedCount
        record.lastChange = tally.accepted + tally.replaced > 0 ? now : record.lastChange
        return tally
    }

    /// Returns the validators of the response, or `nil` if nothing has changed.
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

    private func store(
        _ file: URL, for target: PullTarget, of feed: PulledFeed, hiding secrets: [String], at now: Date
    ) async throws(PullFailure) -> IntakeTally {
        do {
            return try await intake.store(file, as: feed.definition, asked: target.asked, at: now)
        } catch let failure as UnreadableAnswer {
            throw PullFailure(.invalidResponse, failure.reason).hiding(secrets)
        } catch let error as CancellationError {
            throw PullFailure(underlying: error)
        } catch {
            // If the store itself is unreachable, recording this fails as well.
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
        // A fault in the request itself will not be gone in a minute.
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
