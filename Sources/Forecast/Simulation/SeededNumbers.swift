import Foundation

/// Random numbers derived from a key instead of a sequence, so that any of them can be computed alone.
struct SeededNumbers {
    private var state: UInt64

    /// Starts a sequence that depends only on the seed and the words of its key.
    init(seed: UInt64, _ words: UInt64...) {
        state = words.reduce(Self.mixed(seed)) { Self.mixed($0 ^ Self.mixed($1 &+ Self.increment)) }
    }

    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The finaliser of SplitMix64, by Sebastiano Vigna.
    private static func mixed(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next uniform number in 0..<1.
    mutating func uniform() -> Double {
        state &+= Self.increment
        return Double(Self.mixed(state) >> 11) * 0x1p-53
    }

    /// The next standard normal number, by the Box–Muller method.
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }
}

extension String {
    /// The FNV-1a hash of the text, which is the same on every machine and in every run.
    var stableHash: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    }
}
