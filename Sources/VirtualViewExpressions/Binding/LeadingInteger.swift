/// Reads the integer at the start of a text like the reference iOS client.
enum LeadingInteger {
    /// Skips white space, accepts a sign, and stops at the first other character.
    ///
    /// The result is 0 without digits, and limited to the range if the number is too large.
    static func value(_ bytes: [UInt8], _ range: Range<Int>) -> Int64 {
        var offset = ExpressionText.trim(bytes, range).lowerBound
        var isNegative = false
        if offset < range.upperBound, bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") {
            isNegative = bytes[offset] == UInt8(ascii: "-")
            offset += 1
        }
        var value: Int64 = 0
        while offset < range.upperBound, let digit = bytes[offset].decimalDigit {
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
