package import Allergens
import Foundation

/// Something to be warned of, and from which level on.
package struct Watch: Hashable, Sendable {
    /// One allergen, or a group with all of its allergens.
    package enum Subject: Hashable, Sendable {
        case allergen(Allergen.ID)
        case group(Allergen.Group)

        /// The key by which people name it: that of the allergen, or of the group.
        package var key: String {
            switch self {
            case .allergen(let allergen): allergen.rawValue
            case .group(let group): group.rawValue
            }
        }
    }

    /// The level from which somebody is warned when neither fence nor profile names one.
    package static let defaultLevel = Level.high

    package let subject: Subject
    /// From which level on it counts; `nil` leaves it to the sensitivity, then to the profile, and there to
    /// ``defaultLevel``.
    package let level: Level?
    /// How strongly they react to it; `nil` when nothing was said.
    package let sensitivity: Sensitivity?

    package init(_ subject: Subject, level: Level? = nil, sensitivity: Sensitivity? = nil) {
        self.subject = subject
        self.level = level
        self.sensitivity = sensitivity
    }

    /// From which level on it counts by what was said of it alone.
    var ownLevel: Level? { level ?? sensitivity?.level }
}

/// An allergen that a fence watches.
package struct WatchedLevel: Hashable, Sendable {
    /// From which level on it counts.
    package let level: Level
    /// The allergen of the profile that it is confused with, when it is watched for that alone.
    package let crossReaction: Allergen.ID?

    package init(_ level: Level, crossReaction: Allergen.ID? = nil) {
        self.level = level
        self.crossReaction = crossReaction
    }
}

/// Every allergen that a fence watches.
package typealias WatchList = [Allergen.ID: WatchedLevel]

extension Taxonomy {
    /// Finds an allergen or group by key or alias; of a name that is both, such as `grass`, the allergen.
    package func subject(spelled spelling: String) -> Watch.Subject? {
        if let allergen = allergen(spelled: spelling) { return .allergen(allergen.id) }
        let key = spelling.trimmingCharacters(in: .whitespaces).lowercased()
        return Allergen.Group(rawValue: key).map(Watch.Subject.group)
    }

    /// The allergens that a subject stands for, by code.
    package func allergens(of subject: Watch.Subject) -> [Allergen] {
        switch subject {
        case .allergen(let id): self[id].map { [$0] } ?? []
        case .group(let group): members(of: group)
        }
    }

    /// What watches come to: groups become their allergens, and an allergen that is named itself keeps its own level.
    ///
    /// With cross-reactions, every allergen of the same cross-reaction group joins at the level of the one that brings
    /// it, the lowest where several do.
    ///
    /// - Parameters:
    ///   - watches: What is watched.
    ///   - profile: Where levels come from that the watches leave out, and whether cross-reactions count.
    /// - Returns: Every allergen that is watched.
    package func watchList(of watches: [Watch], in profile: Profile) -> WatchList {
        let usual = levels(of: profile.watches) { $0.ownLevel ?? Watch.defaultLevel }
        let named = levels(of: watches) { watch in watch.ownLevel }
        var list: WatchList = [:]
        for (allergen, level) in named {
            list[allergen] = WatchedLevel(level ?? (usual[allergen] ?? nil) ?? Watch.defaultLevel)
        }
        return profile.isCrossReactive ? widened(list) : list
    }

    private func levels(
        of watches: [Watch], _ level: (Watch) -> Level?
    ) -> [Allergen.ID: Level?] {
        var levels: [Allergen.ID: Level?] = [:]
        // Groups first: what is named by itself has the last word.
        for watch in watches.sorted(by: { !$0.isSingle && $1.isSingle }) {
            for allergen in allergens(of: watch.subject) {
                levels.updateValue(level(watch), forKey: allergen.id)
            }
        }
        return levels
    }

    private func widened(_ list: WatchList) -> WatchList {
        var wide = list
        for (id, watched) in list.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let group = self[id]?.crossReaction else { continue }
            for other in allergens where other.crossReaction == group && list[other.id] == nil {
                if let known = wide[other.id], known.level <= watched.level { continue }
                wide[other.id] = WatchedLevel(watched.level, crossReaction: id)
            }
        }
        return wide
    }
}

extension Watch {
    fileprivate var isSingle: Bool {
        if case .allergen = subject { true } else { false }
    }
}
