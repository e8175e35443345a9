/// The colours of an ``IndexedImage``, at most 256.
package struct Palette: Hashable, Sendable {
    package let colours: [Colour]
    /// The PLTE and tRNS chunks, made once because every image with the palette repeats them.
    let chunks: [UInt8]

    /// Creates a palette.
    ///
    /// Returns `nil` unless there are 1…256 colours, as many as one byte can index.
    package init?(_ colours: [Colour]) {
        guard (1...256).contains(colours.count) else { return nil }
        self.colours = colours
        var chunks: [UInt8] = []
        PNG.append("PLTE", colours.flatMap { [$0.red, $0.green, $0.blue] }, to: &chunks)
        if colours.contains(where: { $0.alpha != 255 }) {
            PNG.append("tRNS", colours.map(\.alpha), to: &chunks)
        }
        self.chunks = chunks
    }
}
