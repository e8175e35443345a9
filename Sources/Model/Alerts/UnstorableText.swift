/// A text with the character U+0000, which the store can neither keep nor look for.
package struct UnstorableText: Error, Hashable, Sendable {
    package init() {}
}
