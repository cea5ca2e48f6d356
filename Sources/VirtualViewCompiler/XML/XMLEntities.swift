/// The entities that XML knows, and those of HTML that people write by habit.
enum XMLEntities {
    /// The five entities that need no declaration.
    static let predefined: [(name: StaticString, scalar: UInt8)] = [
        ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
        ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
    ]

    /// The names of ``predefined``.
    static let names = ["amp", "apos", "gt", "lt", "quot"]

    /// Code points of HTML entities, to suggest the numeric form.
    static let html: [String: UInt32] = [
        "bull": 0x2022, "cent": 0xA2, "copy": 0xA9, "darr": 0x2193, "deg": 0xB0, "divide": 0xF7, "emsp": 0x2003,
        "ensp": 0x2002, "euro": 0x20AC, "frac12": 0xBD, "frac14": 0xBC, "ge": 0x2265, "harr": 0x2194, "hearts": 0x2665,
        "hellip": 0x2026, "iexcl": 0xA1, "infin": 0x221E, "iquest": 0xBF, "laquo": 0xAB, "larr": 0x2190,
        "ldquo": 0x201C, "le": 0x2264, "lsquo": 0x2018, "mdash": 0x2014, "middot": 0xB7, "minus": 0x2212,
        "nbsp": 0xA0, "ndash": 0x2013, "ne": 0x2260, "para": 0xB6, "permil": 0x2030, "plusmn": 0xB1, "pound": 0xA3,
        "raquo": 0xBB, "rarr": 0x2192, "rdquo": 0x201D, "reg": 0xAE, "rsquo": 0x2019, "sect": 0xA7, "shy": 0xAD,
        "thinsp": 0x2009, "times": 0xD7, "trade": 0x2122, "uarr": 0x2191, "yen": 0xA5, "zwj": 0x200D, "zwnj": 0x200C,
    ]
}
