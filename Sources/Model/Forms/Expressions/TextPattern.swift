/// Why a pattern is refused.
struct PatternMistake: Error, Hashable {
    enum Reason: String, Hashable {
        case anchor = "^ and $ belong to the two ends"
        case character = "this character needs a backslash before it"
        case escape = "what follows the backslash is not known"
        case group = "only ( ) and (?: ) are known"
        case quantifier = "there is nothing to repeat, or it is repeated twice"
        case set = "the brackets hold something that is not understood"
        case size = "the pattern is too large"
        case bounds = "the numbers in braces are not understood"
        case open = "something is not closed"
    }

    let reason: Reason
    /// Counted in Unicode scalars from 0.
    let position: Int
}

/// A regular expression that a text matches as a whole.
///
/// It knows what all engines understand alike: `.`, sets, `\d \w \s` (of ASCII) and their opposites, groups,
/// alternatives, `* + ?` and numbers in braces. The time to match grows with the length of pattern times text, so no
/// pattern can hold up the server.
package struct TextPattern: Hashable, Sendable {
    /// The steps of a pattern at most, with repetitions written out.
    static let largest = 1_000

    indirect enum Node: Hashable, Sendable {
        case set(ScalarSet)
        case sequence([Node])
        case choice([Node])
        /// Repeated so many times at least and at most; without a bound if `nil`.
        case repeated(Node, Int, Int?)

        /// How many steps it takes.
        var size: Int {
            switch self {
            case .set: 1
            case .sequence(let nodes): nodes.reduce(0) { $0 + $1.size }
            case .choice(let nodes): nodes.reduce(nodes.count) { $0 + $1.size }
            case .repeated(let node, let least, let most): (node.size + 1) * (most ?? least + 1) + 1
            }
        }
    }

    /// Where a match goes on.
    fileprivate enum Step: Hashable, Sendable {
        case take(ScalarSet)
        case fork(Int, Int)
        case done
    }

    /// As it was written.
    let text: String
    private var steps: [Step] = []
    /// The steps to follow at most for each character.
    var size: Int { steps.count }

    init(_ text: String) throws(PatternMistake) {
        self.text = text
        var parser = PatternParser(text)
        add(try parser.whole())
        steps.append(.done)
    }

    /// Whether the whole text matches.
    func matches(_ text: String) -> Bool {
        var current = Threads(steps)
        current.add(0)
        for scalar in text.unicodeScalars {
            var next = Threads(steps)
            for index in current.places {
                if case .take(let set) = steps[index], set.contains(scalar) { next.add(index + 1) }
            }
            guard !next.places.isEmpty else { return false }
            current = next
        }
        return current.places.contains { steps[$0] == .done }
    }

    private mutating func add(_ node: Node) {
        switch node {
        case .set(let set): steps.append(.take(set))
        case .sequence(let nodes): for node in nodes { add(node) }
        case .choice(let nodes): addChoice(nodes[...])
        case .repeated(let node, let least, let most):
            for _ in 0..<least { add(node) }
            guard let most else {
                let start = steps.count
                steps.append(.done)
                add(node)
                steps.append(.fork(start, start))
                steps[start] = .fork(start + 1, steps.count)
                return
            }
            addOptional(node, times: most - least)
        }
    }

    private mutating func addOptional(_ node: Node, times: Int) {
        var forks: [Int] = []
        for _ in 0..<times {
            forks.append(steps.count)
            steps.append(.done)
            add(node)
        }
        for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    }

    private mutating func addChoice(_ nodes: ArraySlice<Node>) {
        var ends: [Int] = []
        for node in nodes.dropLast() {
            let fork = steps.count
            steps.append(.done)
            add(node)
            ends.append(steps.count)
            steps.append(.done)
            steps[fork] = .fork(fork + 1, steps.count)
        }
        if let last = nodes.last { add(last) }
        for end in ends { steps[end] = .fork(steps.count, steps.count) }
    }
}

/// The places that a match has reached.
private struct Threads {
    private let steps: [TextPattern.Step]
    private var isThere: [Bool]
    private(set) var places: [Int] = []

    init(_ steps: [TextPattern.Step]) {
        self.steps = steps
        isThere = Array(repeating: false, count: steps.count)
    }

    /// Adds a place, and all that it leads to without a character.
    mutating func add(_ first: Int) {
        var coming = [first]
        while let place = coming.popLast() {
            guard !isThere[place] else { continue }
            isThere[place] = true
            if case .fork(let one, let other) = steps[place] {
                coming += [other, one]
            } else {
                places.append(place)
            }
        }
    }
}
