import Testing

// The package manager writes an entry point of its own where there is none, and searches the editors' index for tests of XCTest
// to do so. There are none here, and without that index a build takes two thirds of the time.
@main
struct TestRunner {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
