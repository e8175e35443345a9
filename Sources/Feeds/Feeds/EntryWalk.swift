import Observations

/// The document as one entry sees it.
struct EntryWalk {
    let root: JSONNode
    let bindings: NodeBindings

    func node(at path: NodePath) -> JSONNode? { root.node(at: path, bindings) }

    /// The text or number at a path.
    func scalar(at path: NodePath) -> String? { node(at: path)?.scalar }

    /// The text or number that a source gives.
    ///
    /// - Throws: That nothing stands at its path.
    func text(of source: NodeSource) throws(EntryFault) -> String {
        switch source {
        case .fixed(let text): return text
        case .path(let path):
            guard let text = scalar(at: path), !text.isEmpty else { throw fault(path, .missing) }
            return text
        }
    }

    /// The text or number that a source gives, if any.
    func text(ifAt source: NodeSource?) -> String? {
        switch source {
        case .fixed(let text): text
        case .path(let path): scalar(at: path)
        case nil: nil
        }
    }

    /// The text of a value, or `nil` when there is none.
    func value(_ node: JSONNode?, by rule: ValueRule) -> String? {
        switch node {
        case nil:
            guard let absent = rule.absent, let other = self.node(at: absent.when), other != .null else {
                return nil
            }
            return absent.value
        case .null: return nil
        case let node?: return node.display
        }
    }

    /// A fault at a path; at the value itself without one.
    func fault(_ path: NodePath?, _ rejection: ReadingRejection, value: String? = nil) -> EntryFault {
        guard let path else { return EntryFault(nil, rejection, value: value) }
        return EntryFault(bindings.place(of: path), rejection, value: value ?? node(at: path)?.display ?? "")
    }
}

/// An entry that cannot be kept, and why.
struct EntryFault: Error {
    /// Where the fault is; `nil` when it is the value itself.
    let path: String?
    /// What stands there; `nil` for the value itself.
    let value: String?
    let rejection: ReadingRejection

    init(_ path: String?, _ rejection: ReadingRejection, value: String? = nil) {
        self.path = path
        self.value = value
        self.rejection = rejection
    }
}
