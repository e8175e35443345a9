import Drawing
import Foundation

/// How a picture differs from the accepted one, `tiles/golden/<name>.png`; `nil` if it does not.
///
/// A channel may differ by 1 of 255: Cairo rounds premultiplied colours differently from version to version.
/// A missing reference is a failure too; only `scripts/test --accept` writes one.
package func complaint(aboutTile png: [UInt8], named name: String) throws -> String? {
    let file = repository.appending(path: "tiles/golden/\(name).png")
    if ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1" {
        try Data(png).write(to: file)
        return nil
    }
    guard let reference = try? Data(contentsOf: file) else {
        return "there is no tiles/golden/\(name).png; look at the picture and run scripts/test --accept"
    }
    let expected = try Canvas(png: Array(reference))
    let actual = try Canvas(png: png)
    let isSameSize = expected.width == actual.width && expected.height == actual.height
    let changed =
        isSameSize ? zip(try expected.pixels(), try actual.pixels()).count { !isAlmost($0, $1) } : nil
    guard changed != 0 else { return nil }
    let drawn = FileManager.default.temporaryDirectory.appending(path: "\(name).png")
    try Data(png).write(to: drawn)
    return """
        \(name) differs from tiles/golden/\(name).png in \(changed.map { "\($0) pixels" } ?? "its size"); the new \
        picture is \(drawn.path). If it is right, run scripts/test --accept.
        """
}

private func isAlmost(_ first: Colour, _ second: Colour) -> Bool {
    func isNear(_ left: UInt8, _ right: UInt8) -> Bool { abs(Int(left) - Int(right)) <= 1 }
    return isNear(first.red, second.red) && isNear(first.green, second.green)
        && isNear(first.blue, second.blue)
        && isNear(first.alpha, second.alpha)
}
