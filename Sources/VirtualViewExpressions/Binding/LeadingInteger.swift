/// The integer that a text begins with, read as the reference iOS client does.
enum LeadingInteger {
    /// Skips white space, accepts a sign, stops at anything else; 0 without digits, saturated when too large.
    static func value(_ bytes: [UInt8], _ range: Range<Int>) -> Int64 {
        var offset = ExpressionText.trim(bytes, range).lowerBound
        var isNegative = false
        if offset < range.upperBound, bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") {
            isNegative = bytes[offset] == UInt8(ascii: "-")
            offset += 1
        }
        var value: Int64 = 0
        while offset < range.upperBound, let digit = ExpressionText.digit(bytes[offset]) {
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, tooLargeNow) = tens.addingReportingOverflow(isNegative ? -Int64(digit) : Int64(digit))
            if tooLarge || tooLargeNow {
                return isNegative ? .min : .max
            }
            value = next
            offset += 1
        }
        return value
    }
}
