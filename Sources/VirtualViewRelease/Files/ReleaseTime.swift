import VirtualViewFormat

/// A moment, in whole seconds, as release files write it: `2026-11-23T08:30:00Z`, always in UTC.
public struct ReleaseTime: Hashable, Comparable, Sendable {
    /// The seconds since the start of 1970.
    public let seconds: Int64

    /// Makes a moment.
    ///
    /// - Parameter seconds: The seconds since the start of 1970; kept between the years 1 and 9999.
    public init(seconds: Int64) {
        self.seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
    }

    /// Reads a moment.
    ///
    /// - Parameter text: The text; only the one form with all 20 characters is read.
    package init?(_ text: String) {
        let form = Array("0000-00-00T00:00:00Z".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count == form.count else { return nil }
        for (byte, expected) in zip(bytes, form) {
            guard expected == UInt8(ascii: "0") ? byte.decimalDigit != nil : byte == expected else { return nil }
        }
        func number(_ range: Range<Int>) -> Int64 {
            bytes[range].reduce(0) { 10 * $0 + Int64($1.decimalDigit ?? 0) }
        }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        guard (1...12).contains(month), number(11..<13) < 24, number(14..<16) < 60, number(17..<19) < 60 else {
            return nil
        }
        let time = 3600 * number(11..<13) + 60 * number(14..<16) + number(17..<19)
        self.init(seconds: 86400 * Self.days(year, month, day) + time)
        // A day that its month does not have would be one of the next.
        guard description == text else { return nil }
    }

    /// The days from the start of 1970 to a date of the Gregorian calendar, by counting years from March.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    /// Returns whether a moment is before another.
    public static func < (lhs: ReleaseTime, rhs: ReleaseTime) -> Bool {
        lhs.seconds < rhs.seconds
    }
}

extension ReleaseTime: CustomStringConvertible {
    /// The moment as release files write it.
    public var description: String {
        let time = ((seconds % 86400) + 86400) % 86400
        let days = (seconds - time) / 86400 + 719_468
        // 400 years have 146,097 days; in them, a day off at each 4, 100 and 400 years.
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0)
        let date = [(year, 4), (month, 2), (day, 2)].map(Self.digits).joined(separator: "-")
        let clock = [(time / 3600, 2), (time / 60 % 60, 2), (time % 60, 2)].map(Self.digits).joined(separator: ":")
        return "\(date)T\(clock)Z"
    }

    private static func digits(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
