import VirtualViewExpressions

/// Any bytes are verified or refused with an offset inside them.
///
/// What is verified can be listed whole, and its jumps lead forward.
func fuzzBytecode(_ code: [UInt8]) {
    let listing = Disassembler { $0 & 1 == 0 ? nil : "name" }.listing(of: code)
    precondition(listing.lines.isEmpty == code.isEmpty, "every program is listed")
    do {
        try BytecodeVerifier.verify(code)
    } catch {
        precondition((0...code.count).contains(error.offset), "an error is inside the program")
        return
    }
    precondition(listing.error == nil, "a verified program can be listed")
    var decoder = InstructionDecoder(code)
    while let instruction = try? decoder.next() {
        switch instruction.operation {
        case .jump(let target), .jumpIfFalse(let target, _):
            precondition(Int(target) >= instruction.range.upperBound, "a verified program jumps forward")
            precondition(Int(target) <= code.count, "a verified program stays inside itself")
        default: break
        }
    }
}
