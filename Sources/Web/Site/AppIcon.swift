/// An app icon for systems that do not accept SVG; it is served as `/assets/{name}`.
package struct AppIcon: Sendable {
    package let name: String
    package let png: [UInt8]

    package init(name: String, png: [UInt8]) {
        (self.name, self.png) = (name, png)
    }
}
