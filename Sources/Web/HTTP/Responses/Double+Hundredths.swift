extension Double {
    /// The number rounded to two decimals; no instrument is more precise.
    package var inHundredths: Double { (self * 100).rounded() / 100 }
}
