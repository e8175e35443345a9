/// How the weather got into the forecast: the years on which its terms were chosen, and the seed.
///
/// Each candidate was judged on ``years`` alone, at Basel and Geneva (source: MeteoSwiss), by rolling origin:
/// every forecast learned only from earlier days, anew twice a year, with the weather disturbed by
/// ``WeatherDisturbance`` and ``seed``. The figures are means over eight taxa (hazel, alder, birch, beech, oak,
/// ash, grass, ragweed) of the change against the model without weather, of MAE log and CSI:
///
/// | terms, each times what is in the air | one day ahead | two days ahead |
/// |---|---|---|
/// | warming | −3.5 %, +.016 | −6.5 %, +.066 |
/// | a wet day to come | −0.7 %, +.004 | −0.8 %, +.001 |
/// | warming, a wet day to come | −3.6 %, +.014 | −7.0 %, +.075 |
/// | a wet day to come, a wet day now | −1.6 %, +.001 | −1.2 %, +.019 |
/// | all three (chosen) | −4.4 %, +.021 | −7.1 %, +.070 |
/// | all three, today's temperature | −4.6 %, +.022 | −7.1 %, +.067 |
///
/// Today's temperature gains less than the choice of a seed does, and was left out. What is in the air was the
/// mean of today's logarithm and the norm of the coming day (chosen); one day ahead, today's alone gave −4.4 %
/// and +.020, the larger of the two −4.2 % and +.026, the norm alone −3.6 % and +.019, and terms that are
/// not multiplied −3.7 % and +.018. Later years had no part in the choice.
package enum WeatherChoice {
    /// The years on which the terms were chosen: they are no test of them.
    package static let years = 1998...2011
    /// The seed by which weather is disturbed, when learning and when judging.
    package static let seed: UInt64 = 1998
    /// The standard deviation of the error of tomorrow's forecast mean temperature, in °C.
    ///
    /// It is assumed, as ``rightRain`` is: the store keeps no forecasts of past weather from which to learn it.
    static let degrees = 1.5
    /// The share of days whose forecast is right in whether the day is wet.
    static let rightRain = 0.8
}
