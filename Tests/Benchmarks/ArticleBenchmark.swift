import Foundation
import SeededTesting
import Storage

/// Measures searches among many articles.
enum ArticleBenchmark {
    private struct Outcome: Encodable {
        let articles: Int
        let medianMilliseconds: Double
        let p99Milliseconds: Double
    }

    /// Common and rare words, beginnings, several words, and words with typing mistakes.
    private static let searches = [
        "pollen", "po", "Heuschnupfen behandeln", "heuschnuppfen", "birke asthma pollen gras", "ambrosia",
        "bettwäche", "x y z", "die der das und oder mit von zu", "wort17 wort4711", "wrot4711",
        "gewitterasthma",
    ]
    private static let rounds = 20

    static func run(_ count: Int) throws {
        let index = try ArticleIndex(articles(count))
        let clock = ContinuousClock()
        var times: [Double] = []
        for search in searches {
            for _ in 0..<rounds {
                let begun = clock.now
                _ = try index.entries(for: search)
                let elapsed = (clock.now - begun).components
                times.append(Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) / 1e15)
            }
        }
        times.sort()
        let outcome = Outcome(
            articles: count, medianMilliseconds: times[times.count / 2],
            p99Milliseconds: times[times.count * 99 / 100])
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }

    /// Articles of some 400 words, most of them common, and 25,000 different words altogether.
    private static func articles(_ count: Int) -> [ArticleEntry] {
        var generator = SeededGenerator(seed: 1)
        let common = [
            "die", "der", "das", "und", "oder", "mit", "von", "zu", "pollen", "asthma", "heuschnupfen",
            "gras", "birke",
            "behandeln", "arzt", "nase", "augen", "luft", "bettwäsche", "gewitter",
        ]
        let rare = (0..<25_000).map { _ in
            (0..<Int.random(in: 2...5, using: &generator)).map { _ in
                String("bdfgklmnprst".randomElement(using: &generator) ?? "b")
                    + String("aeiou".randomElement(using: &generator) ?? "a")
            }.joined()
        }
        func words(_ number: Int) -> String {
            (0..<number).map { _ in
                (Bool.random(using: &generator) ? common : rare).randomElement(using: &generator) ?? ""
            }.joined(separator: " ")
        }
        return (0..<count).map { _ in
            ArticleEntry(title: words(6), keywords: "pollen", summary: words(15), body: words(400))
        }
    }
}
