import Feeds
import Foundation
import Geography
import Observations

/// Checks a definition and reads a sample with it.
struct FeedInspection {
    let definition: URL
    let sample: URL?
    /// The folder of the feeds.
    ///
    /// Networks and regions are in folders beside it.
    let feeds: URL
    let asked: AskedPlace
    /// The known stations, in addition to those of the definition.
    let stations: [Station]
    /// How many entries of each kind to show.
    let limit: Int

    func findings(now: Date) throws -> FeedFindings {
        var findings = FeedFindings(file: definition.lastPathComponent)
        let feed: FeedDefinition
        do {
            feed = try FeedDefinition.check(definition, beside: feeds)
        } catch let mistakes as DefinitionMistakes {
            findings.mistakes = mistakes.mistakes.map {
                .init(file: $0.file, path: $0.keyPath, reason: $0.reason)
            }
            return findings
        } catch {
            throw Failure("\(definition.path): the file does not exist or cannot be read")
        }
        findings.title = feed.title
        findings.questions = feed.questions
        guard let sample else { return findings }
        let known = stations + askedStation
        var reader = FeedReader(
            definition: feed, stations: Dictionary(known.map { ($0.id, $0) }) { first, _ in first },
            now: now, asked: asked)
        do {
            try reader.readFile(at: sample) { findings.add($0, limit: limit) }
        } catch let failure as FeedFailure {
            findings.failure = failure.sentence
        } catch {
            throw Failure("\(sample.path): the file does not exist or cannot be read")
        }
        return findings
    }

    /// The station of the request, treated as known.
    ///
    /// Its position does not matter here.
    private var askedStation: [Station] {
        guard let id = asked.station, let position = Coordinate(longitude: 0, latitude: 0) else { return [] }
        return [Station(id: id, name: id.rawValue, position: position)]
    }
}
