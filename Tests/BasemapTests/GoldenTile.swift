import Drawing
import Foundation
import SampleTesting
import Testing

/// Compares a picture with the one that was accepted before, `tiles/golden/<name>.png`.
///
/// A channel may differ by 1 of 255: Cairo rounds premultiplied colours differently from version to version. A missing
/// reference is a failure; only `scripts/test --accept` writes one.
func expectGoldenTile(
    _ png: [UInt8], named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = repository.appending(path: "tiles/golden/\(name).png")
    if ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1" {
        try Data(png).write(to: file)
        return
    }
    guard let reference = try? Data(contentsOf: file) else {
        Issue.record(
            "there is no tiles/golden/\(name).png; look at the picture and run scripts/test --accept",
            sourceLocation: sourceLocation)
        return
    }
    let expected = try Canvas(png: Array(reference))
    let actual = try Canvas(png: png)
    let isSameSize = expected.width == actual.width && expected.height == actual.height
    let changed =
        isSameSize ? zip(try expected.pixels(), try actual.pixels()).count { !isAlmost($0, $1) } : nil
    guard changed != 0 else { return }
    let drawn = FileManager.default.temporaryDirectory.appending(path: "\(name).png")
    try Data(png).write(to: drawn)
    Issue.record(
        """
        \(name) differs from tiles/golden/\(name).png in \(changed.map { "\($0) pixels" } ?? "its size"); the new \
        picture is \(drawn.path). If it is right, run scripts/test --accept.
        """, sourceLocation: sourceLocation)
}

private func isAlmost(_ first: Colour, _ second: Colour) -> Bool {
    func isNear(_ left: UInt8, _ right: UInt8) -> Bool { abs(Int(left) - Int(right)) <= 1 }
    return isNear(first.red, second.red) && isNear(first.green, second.green)
        && isNear(first.blue, second.blue)
        && isNear(first.alpha, second.alpha)
}
