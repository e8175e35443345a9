import Foundation

/// A built-in picture for people without one of their own: a flower or leaf, drawn with a few shapes.
struct DrawnPicture: Sendable {
    /// The motif, and the picture's name in URLs.
    let name: String
    private let ground: String
    private let petals: Int
    private let petal: String
    private let heart: String
    /// The length and width of a petal, on a picture of 96 by 96.
    private let shape: (length: Double, width: Double)

    private init(
        _ name: String, _ ground: String, _ petals: Int, _ petal: String, _ heart: String,
        _ length: Double, _ width: Double
    ) {
        (self.name, self.ground, self.petals, self.petal, self.heart) = (name, ground, petals, petal, heart)
        shape = (length, width)
    }

    static let all = [
        DrawnPicture("alder", "#dfeee6", 7, "#3c7a5c", "#8a5a32", 31, 11),
        DrawnPicture("ash", "#e6e3f3", 9, "#5d55a0", "#f0d580", 33, 7),
        DrawnPicture("birch", "#f4efe2", 5, "#d4a93a", "#5f7f3c", 32, 15),
        DrawnPicture("cypress", "#dcebef", 12, "#2f6f7d", "#d9e8c5", 34, 5),
        DrawnPicture("daisy", "#dbeaf7", 14, "#ffffff", "#f2b632", 33, 6),
        DrawnPicture("grass", "#eaf3d5", 3, "#6b9a2e", "#b7cf72", 36, 9),
        DrawnPicture("hazel", "#f6e6d9", 6, "#b5723c", "#6f4424", 29, 14),
        DrawnPicture("mugwort", "#ebe7e4", 8, "#8b8f6d", "#c8b560", 32, 9),
        DrawnPicture("olive", "#edf0dd", 4, "#76803a", "#3f4a26", 34, 13),
        DrawnPicture("plane", "#e2f1ee", 5, "#2f8a78", "#e9c46a", 34, 17),
        DrawnPicture("poppy", "#fbe4df", 4, "#cf4a34", "#35312e", 31, 24),
        DrawnPicture("ragweed", "#f7ead9", 10, "#c98224", "#7d8f3a", 32, 8),
        DrawnPicture("rose", "#f8e1ea", 6, "#b83e6b", "#f3c9a8", 28, 19),
        DrawnPicture("violet", "#e9e0f4", 5, "#7a4aa8", "#f4cf4f", 30, 19),
    ]

    static func named(_ name: String) -> DrawnPicture? { all.first { $0.name == name } }

    /// The picture as SVG of 96 by 96, less than 2 KB.
    var svg: String {
        let turns = (0..<petals).map { petal in
            let degrees = (360 * Double(petal) / Double(petals) * 10).rounded() / 10
            return "<use href=\"#p\" transform=\"rotate(\(degrees) 48 48)\"/>"
        }
        let centre = 48 - shape.length / 2 - 4
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">\
            <rect width="96" height="96" rx="48" fill="\(ground)"/>\
            <defs><ellipse id="p" cx="48" cy="\(centre)" rx="\(shape.width / 2)" ry="\(shape.length / 2)" \
            fill="\(petal)" stroke="\(ground)"/></defs>\(turns.joined())\
            <circle cx="48" cy="48" r="8" fill="\(heart)"/></svg>

            """
    }
}
