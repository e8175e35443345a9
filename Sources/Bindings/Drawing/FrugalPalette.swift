/// A palette that begins with the important colours and adds others as they appear, up to 256.
///
/// The edges of letters have hundreds of shades. A shade that is barely different from a palette colour gets
/// no entry of its own. When the palette is full, every other colour is replaced by the nearest.
struct FrugalPalette {
    /// The colours by index.
    private(set) var colours: [Colour] = []
    private var places: [Colour: UInt8] = [:]

    /// The squared distance below which colours are merged: some four steps of 255 in each channel.
    private static let leastDistance = 64

    /// Begins with the first 256 of the given colours, each with an entry of its own.
    init(_ colours: [Colour]) {
        for colour in colours where self.colours.count < 256 && places[colour] == nil { add(colour) }
    }

    @discardableResult
    private mutating func add(_ colour: Colour) -> UInt8 {
        let place = UInt8(colours.count)
        colours.append(colour)
        places[colour] = place
        return place
    }

    /// Returns the index of a colour.
    mutating func place(of colour: Colour) -> UInt8 {
        if let place = places[colour] { return place }
        let (nearest, distance) = nearest(to: colour)
        if distance >= Self.leastDistance, colours.count < 256 { return add(colour) }
        places[colour] = UInt8(nearest)
        return UInt8(nearest)
    }

    private func nearest(to colour: Colour) -> (place: Int, distance: Int) {
        var best = 0
        var least = Int.max
        for (place, candidate) in colours.enumerated() {
            let distance = candidate.squaredDistance(to: colour)
            if distance < least { (best, least) = (place, distance) }
        }
        return (best, least)
    }
}

extension Colour {
    fileprivate func squaredDistance(to other: Colour) -> Int {
        func square(_ first: UInt8, _ second: UInt8) -> Int {
            let difference = Int(first) - Int(second)
            return difference * difference
        }
        return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
            + square(alpha, other.alpha)
    }
}
