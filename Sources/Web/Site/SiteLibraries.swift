package import Foundation

/// Where packages of the system put the scripts of others that pages load.
package struct SiteLibraries: Sendable {
    /// The folder that holds `leaflet.min.js`: where Debian's package libjs-leaflet puts it.
    package var leaflet = URL(filePath: "/usr/share/javascript/leaflet")
    /// The folder that holds `qrcode.js`: where Debian's package node-qrcode-generator puts it.
    package var qrCode = URL(filePath: "/usr/share/nodejs/qrcode-generator")

    package init() {}

    /// Each library with the script that has to be there, and the package that brings it.
    package var all: [(name: String, script: URL, debianPackage: String)] {
        [
            ("Leaflet", leaflet.appending(path: AssembledSite.leafletScript), "libjs-leaflet"),
            ("QR codes", qrCode.appending(path: "qrcode.js"), "node-qrcode-generator"),
        ]
    }
}
