import SeededTesting
import Testing

@testable import Interpolation

@Suite struct TentRadiiTests {
    /// Different pixels of a square, ordered by row and column.
    private func pixels(
        _ count: Int, side: Int, using generator: inout SeededGenerator
    ) -> [TentLayout.StationPixel] {
        let places = Set((0..<count).map { _ in Int.random(in: 0..<side * side, using: &generator) }).sorted()
        return places.enumerated().map { place, pixel in
            TentLayout.StationPixel(
                column: pixel % side - 5, row: pixel / side - 5, stations: place..<place + 1)
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `the radii are those found by comparing every pixel with every other`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pixels = pixels([3, 40, 400, 1_200][Int(seed % 4)], side: 60, using: &generator)
        let largest = [1, 2, 8, 16][Int(seed / 4 % 4)]
        let expected: [Int] = pixels.indices.map { place in
            pixels.indices.filter { $0 != place }.reduce(largest) { radius, other in
                let x = pixels[place].column - pixels[other].column
                let y = pixels[place].row - pixels[other].row
                return min(radius, Int(Double(x * x + y * y).squareRoot()))
            }
        }
        #expect(TentRadii(largest: largest).radii(of: pixels) == expected)
    }

    @Test func `without pixels there are no radii`() {
        #expect(TentRadii(largest: 8).radii(of: []) == [])
    }
}
