import Observations

/// The document from the point of view of one entry.
struct EntryWalk {
    let root: JSONNode
    let bindings: NodeBindings

    func node(at path: NodePath) -> JSONNode? { root.node(at: path, bindings) }

    /// Returns the text or number at a path.
    func scalar(at path: NodePath) -> String? { node(at: path)?.scalar }

    /// Returns the text or number of a source.
    ///
    /// - Throws: A fault if there is nothing at its path.
    func text(of source: NodeSource) throws(EntryFault) -> String {
        switch source {
        case .fixed(let text): return text
        case .path(let path):
            guard let text = scalar(at: path), !text.isEmpty else { throw fault(path, .missing) }
            return text
        }
    }

    /// Returns the text or number of a source, if there is one.
    func text(ifAt source: NodeSource?) -> String? {
        switch source {
        case .fixed(let text): text
        case .path(let path): scalar(at: path)
        case nil: nil
        }
    }

    /// Returns the text of a value, or `nil` if there is none.
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

    /// Creates a fault at a path, or at the value itself if `path` is `nil`.
    func fault(_ path: NodePath?, _ rejection: ReadingRejection, value: String? = nil) -> EntryFault {
        guard let path else { return EntryFault(nil, rejection, value: value) }
        return EntryFault(bindings.place(of: path), rejection, value: value ?? node(at: path)?.display ?? "")
    }
}

/// Why an entry was rejected.
struct EntryFault: Error {
    /// The location of the fault; `nil` for the value itself.
    let path: String?
    /// The text at that location; `nil` for the value itself.
    let value: String?
    let rejection: ReadingRejection

    init(_ path: String?, _ rejection: ReadingRejection, value: String? = nil) {
        self.path = path
        self.value = value
        self.rejection = rejection
    }
}
