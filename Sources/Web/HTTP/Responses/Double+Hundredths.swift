extension Double {
    /// The number with two decimals: no instrument is finer.
    package var inHundredths: Double { (self * 100).rounded() / 100 }
}
