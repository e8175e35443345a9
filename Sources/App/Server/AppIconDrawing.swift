import API
import Drawing
import Foundation
import Site

/// Draws the app icon from the shapes of `icon.svg`, on a square of 32 by 32 units.
///
/// It shows two curling gusts of wind and two grains of pollen.
enum AppIconDrawing {
    /// Returns the icons that browsers and telephones request.
    ///
    /// Apple's icons and *maskable* ones fill the square, because the system cuts them to a shape of its own.
    /// Of a badge, telephones show only the opaque parts.
    static func all() throws(CairoError) -> [AppIcon] {
        [
            AppIcon(name: "icon-192.png", png: try png(192)),
            AppIcon(name: AppIcon.large, png: try png(512)),
            AppIcon(name: "icon-maskable-512.png", png: try png(512, .maskable)),
            AppIcon(name: "apple-touch-icon.png", png: try png(180, .maskable)),
            AppIcon(name: AppIcon.favicon, png: try png(48)),
            AppIcon(name: "badge-96.png", png: try png(96, .badge)),
        ]
    }

    private static let ground = Colour(red: 0x1D, green: 0x6B, blue: 0x5C)
    private static let pollen = Colour(red: 0xF3, green: 0xC8, blue: 0x46)

    private enum Form {
        case rounded, maskable, badge
    }

    private static func png(_ size: Double, _ form: Form = .rounded) throws(CairoError) -> [UInt8] {
        // A system may cut off everything farther from the centre than two fifths of the width (W3C, maskable
        // icons).
        let share = form == .maskable ? 0.9 : 1
        let canvas = try Canvas(width: 32 / share, height: 32 / share, scale: size * share / 32)
        let side = 32 / share
        if form != .badge {
            let square = Rectangle(x: 0, y: 0, width: side, height: side)
            canvas.fill(square, radius: form == .maskable ? 0 : 9, with: ground)
        }
        canvas.moveOrigin(byX: (side - 32) / 2, y: (side - 32) / 2)
        canvas.beginPath()
        canvas.addGust(from: Point(6, 13), curl: Point(18, 9.5), isUp: true)
        canvas.addGust(from: Point(6, 18), curl: Point(23, 21.5), isUp: false)
        canvas.strokePath(width: 2.4, with: .white)
        canvas.beginPath()
        canvas.addCircle(x: 24.5, y: 10, radius: 2.3)
        canvas.addCircle(x: 9.5, y: 23.5, radius: 2.3)
        canvas.fillPath(.nonZero, with: pollen)
        return try canvas.png()
    }
}

extension Canvas {
    /// Adds a line to the right that ends in three quarters of a circle around `curl`.
    fileprivate func addGust(from start: Point, curl: Point, isUp: Bool) {
        let radius = 3.5
        // Enough that no corners are visible at 512 pixels.
        let steps = 60
        move(toX: start.x, y: start.y)
        for step in 0...steps {
            let angle = 0.5 * .pi - 1.5 * .pi * Double(step) / Double(steps)
            let height = radius * sin(angle)
            extend(toX: curl.x + radius * cos(angle), y: curl.y + (isUp ? height : -height))
        }
    }
}
