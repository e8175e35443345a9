import Testing

@testable import Help

/// What stands on products: the number under the bars, and how much is in them.
@Suite struct ProductTests {
    @Test(arguments: ["96385074", "036000291452", "3017620422003", "00012345600012", "3 017620-422003"])
    func `a barcode with its check digit is read`(text: String) {
        #expect(Barcode(text)?.digits == text.filter(\.isNumber))
    }

    @Test(arguments: ["", "96385075", "3017620422004", "123", "96385074x", "٩٦٣٨٥٠٧٤", "030176204220031"])
    func `a mistyped barcode is none`(text: String) { #expect(Barcode(text) == nil) }

    @Test(arguments: [
        ("04252614", "042100005264"), ("0 425261-4", "042100005264"), ("01234133", "012300000413"),
        ("01234145", "012340000015"), ("01234558", "012345000058"),
    ])
    func `a short code stands for a number of twelve digits`(short: String, long: String) {
        #expect(Barcode(short)?.digits == long)
    }

    /// The first two have the check digits of both kinds, the last that of EAN-8 alone.
    @Test(arguments: [("12345670", "12345670"), ("01234565", "012345000065"), ("05964031", "05964031")])
    func `eight digits are told apart by their number system and check digit`(typed: String, digits: String) {
        #expect(Barcode(typed)?.digits == digits)
    }

    @Test(arguments: ["04252615", "0425261"])
    func `a mistyped short code is none`(text: String) { #expect(Barcode(text) == nil) }

    @Test func `one wrong digit is always noticed`() throws {
        let digits = Array("3017620422003".utf8)
        for place in digits.indices {
            for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != digits[place] {
                var changed = digits
                changed[place] = digit
                #expect(Barcode(String(decoding: changed, as: UTF8.self)) == nil)
            }
        }
    }

    @Test(arguments: [
        ("400 g", FoodAmount.grams(400)), ("1.5kg", .grams(1_500)), ("0,5 L", .millilitres(500)),
        ("33 cl", .millilitres(330)), ("2 dl", .millilitres(200)), ("250ML", .millilitres(250)),
        ("1 lb", .grams(453.592_37)), ("2 oz", .grams(56.699_046_25)), ("6 x 33 cl", .millilitres(330)),
        ("Net weight: 100 g (3.5 oz)", .grams(100)), ("1,500 kg", .grams(1_500)),
        ("30 gélules, 12 g", .grams(12)),
        ("1,234.5 g", .grams(1_234.5)), ("1.234,5 g", .grams(1_234.5)), ("1’234.5 g", .grams(1_234.5)),
        ("1'500 g", .grams(1_500)), ("1\u{202F}500 g", .grams(1_500)), ("1 000 g", .grams(1_000)),
        ("1.234.567 g", .grams(1_234_567)), ("0,250 g", .grams(0.25)), ("1234.567 g", .grams(1_234.567)),
        ("2.205 lb", .grams(2.205 * 453.592_37)), ("Lot 30, 12 g", .grams(12)), ("Omega 3 30 g", .grams(30)),
    ])
    func `an amount is read with its unit`(label: String, amount: FoodAmount) {
        #expect(FoodAmount(label: label) == amount)
    }

    @Test(arguments: [
        "", "g", "400", "6 eggs", "0 g", "500 grams", "12 [", "1 m", "30 gélules", "3 Läufe", "2 kgé",
        "1.000 g",
        "1,000 ml", "1.000 g (35 oz)", "1,000 cl", "6 250 g", "1,234,5 g", "12,34.5 g", "1.234’567 g",
        "0.123.456 g",
    ])
    func `what has no known unit is no amount`(label: String) { #expect(FoodAmount(label: label) == nil) }
}
