/// The current elements and members of a walk through a document.
struct NodeBindings {
    private(set) var entries: [String: Int] = [:]
    private(set) var keys: [String: String] = [:]

    func entry(_ name: String, at index: Int) -> NodeBindings {
        var bindings = self
        bindings.entries[name] = index
        return bindings
    }

    func member(_ name: String, key: String) -> NodeBindings {
        var bindings = self
        bindings.keys[name] = key
        return bindings
    }

    /// Returns a path with its variables filled in, such as `content[0].Pollen.Birke.today`.
    func place(of path: NodePath) -> String {
        if let key = path.key, let text = keys[key] { return text }
        return path.steps.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += text.isEmpty ? name : ".\(name)"
            case .entry(let index): text += "[\(index)]"
            case .everyEntry(let name): text += "[\(entries[name].map(String.init) ?? name)]"
            case .everyMember(let name, _):
                let key = keys[name] ?? "{\(name)}"
                text += text.isEmpty ? key : ".\(key)"
            }
        }
    }
}

extension JSONNode {
    /// Returns the node at a path with bound variables, or `nil` if there is none.
    func node(at path: NodePath, _ bindings: NodeBindings) -> JSONNode? {
        if let key = path.key { return bindings.keys[key].map(JSONNode.text) }
        var node = self
        for step in path.steps {
            guard let next = node.next(step, bindings) else { return nil }
            node = next
        }
        return node
    }

    private func next(_ step: NodePath.Step, _ bindings: NodeBindings) -> JSONNode? {
        switch step {
        case .member(let name): self[name]
        case .entry(let index): entry(index)
        case .everyEntry(let name): bindings.entries[name].flatMap(entry)
        case .everyMember(let name, _): bindings.keys[name].flatMap { self[$0] }
        }
    }

    private func entry(_ index: Int) -> JSONNode? {
        guard case .list(let entries) = self, entries.indices.contains(index) else { return nil }
        return entries[index]
    }

    /// Calls `body` for every node that a path matches, members in the order of their keys.
    ///
    /// It passes `nil` where an element or member has nothing further along the path.
    ///
    /// - Throws: ``FeedFailure/nothingAtPath(_:)`` if there is no list or object at the first step that
    ///   matches all, and any error of `body`.
    func forEach(
        at path: NodePath, _ body: (JSONNode?, NodeBindings) throws(FeedFailure) -> Void
    ) throws(FeedFailure) {
        try visit(path, step: 0, NodeBindings(), body)
    }

    private func visit(
        _ path: NodePath, step: Int, _ bindings: NodeBindings,
        _ body: (JSONNode?, NodeBindings) throws(FeedFailure) -> Void
    ) throws(FeedFailure) {
        guard step < path.steps.count else { return try body(self, bindings) }
        switch path.steps[step] {
        case .everyEntry(let name):
            guard case .list(let entries) = self else { return try stop(path, step, bindings) }
            for (index, entry) in entries.enumerated() {
                try entry.visit(path, step: step + 1, bindings.entry(name, at: index), body)
            }
        case .everyMember(let name, let chosen):
            guard case .object(let members) = self else { return try stop(path, step, bindings) }
            for key in chosen ?? members.keys.sorted() {
                guard let member = members[key] else { continue }
                try member.visit(path, step: step + 1, bindings.member(name, key: key), body)
            }
        case .member, .entry:
            guard let next = next(path.steps[step], bindings) else {
                guard path.variables.count == bindings.count else { return try stop(path, step, bindings) }
                return try body(nil, bindings)
            }
            try next.visit(path, step: step + 1, bindings, body)
        }
    }

    /// Ends a walk.
    ///
    /// An element without an inner list is skipped, but a document without the first list is invalid.
    private func stop(_ path: NodePath, _ step: Int, _ bindings: NodeBindings) throws(FeedFailure) {
        guard bindings.count == 0 else { return }
        throw .nothingAtPath(path.text)
    }
}

extension NodeBindings {
    /// The number of bound variables.
    var count: Int { entries.count + keys.count }
}
