import Drawing

@testable import API

extension InMemoryTiles {
    /// Tiles of a colour through which one sees.
    var painted: InMemoryTiles {
        var tiles = self
        tiles.picture = fieldTile
        return tiles
    }
}

extension SampleBasemap {
    /// A ground with a coast, and lines with a name.
    var painted: SampleBasemap {
        var basemap = self
        basemap.pictures = [.light: groundTile, .lightLines: linesTile]
        return basemap
    }
}

private let ink = Colour(red: 0x17, green: 0x26, blue: 0x2B)
private let fieldTile = paintedTile(Colour(red: 0xE0, green: 0x50, blue: 0x20, alpha: 0x80)) { _ in }
private let groundTile = paintedTile(.white) { canvas in
    canvas.fill(
        Rectangle(x: 0, y: 0, width: 512, height: 120), with: Colour(red: 0xD8, green: 0xE0, blue: 0xE4))
}
private let linesTile = paintedTile(ink.faded(to: 0)) { canvas in
    canvas.line(from: (0, 120), to: (512, 120), width: 2, with: ink)
    canvas.write("Basel", x: 200, baseline: 300, TextStyle(size: 26, isFitted: false, colour: ink))
}

/// A tile of 512 pixels in a colour, with what is drawn on it.
private func paintedTile(_ colour: Colour, draw: (borrowing Canvas) -> Void) -> [UInt8] {
    guard let canvas = try? Canvas(width: 512, height: 512) else { return [] }
    canvas.fill(Rectangle(x: 0, y: 0, width: 512, height: 512), with: colour)
    draw(canvas)
    return (try? canvas.png()) ?? []
}
