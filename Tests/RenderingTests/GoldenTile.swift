import SampleTesting
import Testing

/// Compares a picture with the accepted one, `tiles/golden/<name>.png`.
func expectGoldenTile(
    _ png: [UInt8], named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    if let complaint = try complaint(aboutTile: png, named: name) {
        Issue.record("\(complaint)", sourceLocation: sourceLocation)
    }
}
