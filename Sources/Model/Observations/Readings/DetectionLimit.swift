/// Values below the limit of what an instrument can detect.
package enum DetectionLimit {
    /// The value that a reading below a detection limit has on maps and in means: half of the limit.
    ///
    /// It is neither zero nor missing. Directive 2009/90/EC, article 5(1), sets measurements below the limit
    /// of quantification to half of it for the calculation of means.
    package static func substitute(for limit: Double) -> Double { limit / 2 }
}
