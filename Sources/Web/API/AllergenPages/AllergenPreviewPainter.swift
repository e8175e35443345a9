import Drawing

/// Draws the preview of a link to an allergen: the verdict in words, and beside it the drawing and the seasons.
struct AllergenPreviewPainter {
    let preview: AllergenPreview

    private static let size = CardSize.preview.format
    private static let inks = CardInks.light
    /// The words' part of the picture, as in the preview of a place.
    private static let words = CardFormat(width: 500, height: size.height, em: 25, mostRows: 3)
    private static let margin = 44.0
    /// The height of a season with its words, and of the months below all of them.
    private static let (season, months) = (108.0, 48.0)
    /// The side of a drawing without seasons.
    private static let largest = 440.0
    private static let bar = 22.0
    private static let flying = Colour(red: 0x7F, green: 0xB0, blue: 0x69)
    private static let bound = Colour(red: 0xD8, green: 0xE0, blue: 0xE0)
    private static let title = TextStyle(size: 22, isBold: true, isFitted: false, colour: inks.ink)
    private static let usual = TextStyle(size: 19, isFitted: false, colour: inks.pale)
    private static let small = TextStyle(size: 17, isFitted: false, colour: inks.pale)
    private static let strong = TextStyle(size: 17, isBold: true, isFitted: false, colour: inks.ink)

    /// The left edge of the year, and its width.
    private var year: (left: Double, width: Double) {
        (Self.words.width + Self.margin, Self.size.width - Self.words.width - 2 * Self.margin)
    }

    /// The height of the seasons with the months, at the foot of the picture.
    private var foot: Double {
        preview.seasons.isEmpty
            ? 0 : Double(preview.seasons.count) * Self.season + Self.months
    }

    /// The picture as a PNG with fewer colours, which is smaller.
    func draw() throws(CairoError) -> [UInt8] { try paint().opaquePNG(step: CardInks.step, trim: 0) }

    func paint() throws(CairoError) -> Canvas {
        let canvas = try Canvas(width: Self.size.width, height: Self.size.height)
        CardPainter(card: preview.card, format: Self.words, inks: Self.inks).draw(on: canvas)
        let side = Rectangle(
            x: Self.words.width, y: 0, width: Self.size.width - Self.words.width, height: Self.size.height)
        canvas.fill(side, with: .white)
        drawArt(on: canvas)
        if !preview.seasons.isEmpty { drawSeasons(on: canvas) }
        return canvas
    }

    private func drawArt(on canvas: borrowing Canvas) {
        guard let art = LineArt(svg: preview.drawing) else { return }
        let room = Self.size.height - foot
        let side = min(room - 1.2 * Self.margin, Self.largest)
        canvas.draw(art, x: year.left + (year.width - side) / 2, y: (room - side) / 2, side: side)
    }

    private func drawSeasons(on canvas: borrowing Canvas) {
        let top = Self.size.height - foot
        drawMonths(below: Self.size.height - Self.months, on: canvas)
        for (place, season) in preview.seasons.enumerated() {
            draw(season, top: top + Double(place) * Self.season, on: canvas)
        }
    }

    private func draw(_ season: AllergenPreview.Season, top: Double, on canvas: borrowing Canvas) {
        canvas.write(season.title, x: year.left, baseline: top + 24, Self.title)
        canvas.write(season.words, x: year.left, baseline: top + 52, Self.usual)
        let middle = top + Self.season - Self.bar / 2 - 12
        for first in CommonYear.firsts + [CommonYear.days] {
            let x = across(Double(first))
            canvas.line(
                from: (x, middle - Self.bar / 2 - 4), to: (x, middle + Self.bar / 2 + 4), with: Self.bound)
        }
        for days in season.parts {
            let left = across(Double(days.lowerBound - 1))
            let part = Rectangle(
                x: left, y: middle - Self.bar / 2, width: across(Double(days.upperBound)) - left,
                height: Self.bar)
            canvas.fill(part, radius: 4, with: Self.flying)
        }
        let today = across(Double(preview.today) - 0.5)
        let reach = Self.bar / 2 + 8
        canvas.line(
            from: (today, middle - reach), to: (today, middle + reach), width: 3, with: Self.inks.ink)
        let peak = Point(across(Double(season.peak) - 0.5), middle)
        canvas.fill(.circle(around: peak, radius: 9), with: .white)
        canvas.fill(.circle(around: peak, radius: 7), with: Self.inks.ink)
    }

    private func drawMonths(below top: Double, on canvas: borrowing Canvas) {
        for (first, letter) in zip(CommonYear.firsts, preview.months) {
            canvas.write(letter, around: across(Double(first) + 15), baseline: top + 16, Self.small)
        }
        let half = canvas.width(of: preview.todayName, Self.strong) / 2
        let right = year.left + year.width - half
        let today = min(max(across(Double(preview.today) - 0.5), year.left + half), right)
        canvas.write(preview.todayName, around: today, baseline: top + 38, Self.strong)
    }

    /// Where a time of the year is, in days from its beginning.
    private func across(_ days: Double) -> Double {
        year.left + days / Double(CommonYear.days) * year.width
    }
}
