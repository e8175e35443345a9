package import Allergens
import Foundation

/// Something to be warned of, and from which level.
package struct Watch: Hashable, Sendable {
    /// One allergen, or a group with all its allergens.
    package enum Subject: Hashable, Sendable {
        case allergen(Allergen.ID)
        case group(Allergen.Group)

        /// The key by which people name it: the allergen's or the group's.
        package var key: String {
            switch self {
            case .allergen(let allergen): allergen.rawValue
            case .group(let group): group.rawValue
            }
        }
    }

    /// The level from which a subscriber is warned when neither fence nor profile names one.
    package static let defaultLevel = Level.high

    package let subject: Subject
    /// The level from which it counts.
    ///
    /// If it is `nil`, the sensitivity decides, then the profile, and finally ``defaultLevel``.
    package let level: Level?
    /// How strongly the person reacts to it; `nil` when they have not said.
    package let sensitivity: Sensitivity?

    package init(_ subject: Subject, level: Level? = nil, sensitivity: Sensitivity? = nil) {
        self.subject = subject
        self.level = level
        self.sensitivity = sensitivity
    }

    /// The level from which it counts by this watch alone.
    var ownLevel: Level? { level ?? sensitivity?.level }
}

/// An allergen that a fence watches.
package struct WatchedLevel: Hashable, Sendable {
    /// The level from which it counts.
    package let level: Level
    /// The allergen of the profile with which it cross-reacts, if it is watched only for that.
    package let crossReaction: Allergen.ID?

    package init(_ level: Level, crossReaction: Allergen.ID? = nil) {
        self.level = level
        self.crossReaction = crossReaction
    }
}

/// Every allergen that a fence watches.
package typealias WatchList = [Allergen.ID: WatchedLevel]

extension Taxonomy {
    /// Finds an allergen or group by key or alias.
    ///
    /// If a name means both, such as `grass`, the allergen is returned.
    package func subject(spelled spelling: String) -> Watch.Subject? {
        if let allergen = allergen(spelled: spelling) { return .allergen(allergen.id) }
        let key = spelling.trimmingCharacters(in: .whitespaces).lowercased()
        return Allergen.Group(rawValue: key).map(Watch.Subject.group)
    }

    /// The allergens of a subject, by code.
    package func allergens(of subject: Watch.Subject) -> [Allergen] {
        switch subject {
        case .allergen(let id): self[id].map { [$0] } ?? []
        case .group(let group): members(of: group)
        }
    }

    /// Resolves watches: groups become their allergens, and an allergen named by itself keeps its own level.
    ///
    /// With cross-reactions, every allergen of the same cross-reaction group is added at the level of the
    /// allergen that brings it, the lowest if there are several.
    ///
    /// - Parameters:
    ///   - watches: The watches.
    ///   - profile: The profile, which supplies missing levels and says whether cross-reactions count.
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
        // Groups first: an allergen named by itself overrides its group.
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
