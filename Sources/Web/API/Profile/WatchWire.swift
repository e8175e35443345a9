import Allergens
import HTTP
import People

/// An entry of a watch list as clients send it: an allergen or a group, by key or alias.
struct WatchRequest: Decodable {
    let allergen: String
    /// Missing or null if the profile or the default decides.
    let level: String?
    /// How strongly the subscriber reacts; it shifts the level if none is given.
    let sensitivity: String?
}

/// An entry of a watch list as it was sent.
struct WatchAnswer: Encodable {
    let allergen: String
    let level: Level?
    let sensitivity: Sensitivity?

    init(_ watch: Watch) {
        allergen = watch.subject.key
        level = watch.level
        sensitivity = watch.sensitivity
    }
}

/// An allergen that is watched as a result.
struct WatchedAnswer: Encodable {
    let allergen: Allergen.ID
    let level: Level
    /// The allergen in the profile that it cross-reacts with, if that is the only reason to watch it.
    let through: Allergen.ID?

    /// The allergens that result from watches, in the order of the taxonomy.
    static func list(of watches: [Watch], in profile: Profile, _ taxonomy: Taxonomy) -> [WatchedAnswer] {
        let list = taxonomy.watchList(of: watches, in: profile)
        return taxonomy.allergens.compactMap { allergen in
            list[allergen.id].map {
                WatchedAnswer(allergen: allergen.id, level: $0.level, through: $0.crossReaction)
            }
        }
    }
}

extension Mistakes {
    /// Reads a watch list; each mistake is noted by its place below `pointer`.
    mutating func watches(_ requests: [WatchRequest]?, at pointer: String, _ taxonomy: Taxonomy) -> [Watch] {
        let requests = requests ?? []
        guard requests.count <= Profile.watchLimit else {
            note(pointer, "A list has at most \(Profile.watchLimit) allergens and groups.")
            return []
        }
        var subjects: Set<Watch.Subject> = []
        return requests.enumerated().compactMap { place, request in
            let pointer = "\(pointer)/\(place)"
            let level = level(request.level, at: "\(pointer)/level")
            let sensitivity: Sensitivity? = word(request.sensitivity, at: "\(pointer)/sensitivity")
            guard let subject = taxonomy.subject(spelled: request.allergen) else {
                noteUnknownAllergen(request.allergen, at: "\(pointer)/allergen")
                return nil
            }
            guard subjects.insert(subject).inserted else {
                note(pointer, "\(subject.key) is named twice.")
                return nil
            }
            return Watch(subject, level: level, sensitivity: sensitivity)
        }
    }
}

/// How bodies name allergens.
enum AllergenWire {
    static func unknown(_ text: String, at pointer: String) -> Problem {
        Problem(.unknownAllergen, errors: [Problem.Detail.unknownAllergen(text, at: pointer)])
    }
}
