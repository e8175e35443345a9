extension Schema {
    /// The weather of stations and of grids, measured and forecast.
    ///
    /// `time` is the end of an hour in seconds since 1970, or a day in days since 1970. `issued` is 0 for
    /// measured values, which files may bring one after the other. Units are those of `WeatherParameter`.
    static let weather = """
        CREATE TABLE weatherSite (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 60),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            isGrid INTEGER NOT NULL CHECK (isGrid IN (0, 1)),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            altitude REAL,
            timeZone TEXT NOT NULL,
            attribution TEXT
        ) STRICT;

        CREATE VIRTUAL TABLE weatherBox USING rtree(site, west, east, south, north);

        CREATE TABLE weather (
            site INTEGER NOT NULL REFERENCES weatherSite (number),
            isForecast INTEGER NOT NULL CHECK (isForecast IN (0, 1)),
            isDay INTEGER NOT NULL CHECK (isDay IN (0, 1)),
            time INTEGER NOT NULL,
            issued INTEGER NOT NULL CHECK ((issued = 0) = (isForecast = 0)),
            temperature REAL CHECK (temperature BETWEEN -95 AND 60),
            temperatureMin REAL CHECK (temperatureMin BETWEEN -95 AND 60),
            temperatureMax REAL CHECK (temperatureMax BETWEEN -95 AND 60),
            humidity REAL CHECK (humidity BETWEEN 0 AND 100),
            precipitation REAL CHECK (precipitation BETWEEN 0 AND 2000),
            windSpeed REAL CHECK (windSpeed BETWEEN 0 AND 120),
            windGust REAL CHECK (windGust BETWEEN 0 AND 150),
            sunshine REAL CHECK (sunshine BETWEEN 0 AND 1440),
            cloudCover REAL CHECK (cloudCover BETWEEN 0 AND 100),
            pressure REAL CHECK (pressure BETWEEN 850 AND 1090),
            PRIMARY KEY (site, isForecast, isDay, time)
        ) STRICT, WITHOUT ROWID;
        """

    /// What the weather is, such as a thunderstorm, by the codes of the WMO's table 4677.
    static let weatherCodes =
        "ALTER TABLE weather ADD COLUMN weatherCode REAL CHECK (weatherCode BETWEEN 0 AND 99)"
}
