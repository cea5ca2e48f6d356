import VirtualViewCompiler

/// Makes up template sources: the same ones in every run.
struct SourceGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A number from 0 up to `bound` (SplitMix64).
    private mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }

    /// A source with so many nodes: containers of up to eight children, texts, images and lines.
    mutating func source(named name: String, nodes: Int) -> SourceFile {
        var text = #"<?xml version="1.0" encoding="utf-8"?>"# + "\n"
        text += #"<VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">"# + "\n"
        var left = nodes - 1
        var isOpen = false
        while left > 0 {
            if !isOpen, left > 2, next(2) == 0 {
                text += "  <\(pick(Self.containers)) layoutWidth=\"match_parent\" layoutHeight=\"\(next(200))rp\""
                text += " orientation=\"\(pick(["H", "V"]))\" gravity=\"\(pick(Self.gravities))\""
                text += " paddingLeft=\"\(next(40))\" paddingTop=\"\(next(40))rp\" background=\"\(color())\">\n"
                isOpen = true
            } else {
                text += isOpen ? "    " : "  "
                text += leaf(left)
                if isOpen, next(5) == 0 || left == 1 {
                    text += "  </\(openName)>\n"
                    isOpen = false
                }
            }
            left -= 1
        }
        text += "</VHLayout>\n"
        return SourceFile(path: "\(name).xml", text: text)
    }

    private var openName = ""

    private mutating func pick(_ words: [String]) -> String {
        let word = words[next(words.count)]
        if words == Self.containers { openName = word }
        return word
    }

    private mutating func color() -> String {
        let digits = Array("0123456789ABCDEF")
        return "#" + String((0..<6).map { _ in digits[next(16)] })
    }

    private mutating func leaf(_ number: Int) -> String {
        let size = "layoutWidth=\"\(next(300))rp\" layoutHeight=\"wrap_content\""
        let margins = "layoutMarginLeft=\"\(next(30))rp\" layoutMarginTop=\"\(next(30))rp\""
        switch next(6) {
        case 0:
            return "<NImage \(size) \(margins) src=\"${items[\(number)].image}\" scaleType=\"center_crop\"/>\n"
        case 1:
            return "<NLine \(size) color=\"\(color())\" orientation=\"H\" paintWidth=\"\(1 + next(3))\"/>\n"
        default:
            var text = "<NText \(size) \(margins) text=\"${items[\(number)].\(pick(Self.fields))}\""
            text += " textSize=\"\(20 + next(20))rp\" textColor=\"\(color())\" textStyle=\"bold\" lines=\"\(next(4))\""
            if next(3) == 0 { text += " action=\"app://detail/\(number)\" flag=\"flag_clickable|flag_exposure\"" }
            return text + " gravity=\"\(pick(Self.gravities))\"/>\n"
        }
    }

    private static let containers = ["VHLayout", "FrameLayout", "VH2Layout"]
    private static let gravities = ["left|top", "h_center|v_center", "right|bottom", "left|v_center"]
    private static let fields = ["title", "subtitle", "price", "标题", "description"]
}
