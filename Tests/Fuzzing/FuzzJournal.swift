import Foundation
import VirtualView

/// The file that a launch left behind is read as a record or as nothing, and the next launch counts what it says.
func fuzzJournal(_ bytes: [UInt8]) {
    check(bytes)
    // Whole files are rare among random bytes, so a valid one is changed too.
    guard bytes.count < validFile.count else { return }
    var changed = validFile
    for (index, byte) in bytes.enumerated() {
        changed[(index * 61 + Int(bytes[0]) * 16) % changed.count] ^= byte
    }
    check(changed)
}

private func check(_ bytes: [UInt8]) {
    let record = LaunchRecord(reading: bytes)
    precondition(record.isUnknown == (record == .unknown))
    precondition(!record.isUnknown || record.flights.isEmpty)
    for flight in record.flights {
        for file in [flight.host, flight.innermost] {
            precondition(file.sha256.utf8.count == 64 && file.type.utf8.count <= 32)
        }
    }
    precondition(Set(record.blamedFiles).count == record.blamedFiles.count)
    let suspects = TemplateJournal.suspects(readIn: bytes, after: 1)
    precondition(suspects.allSatisfy { $0.deaths >= 1 && $0.sha256.utf8.count == 64 })
    precondition(TemplateJournal.suspects(readIn: bytes, after: 2).allSatisfy { $0.deaths >= 2 })
}

/// The file of a launch that died while an item was drawn, after another one that died.
private let validFile: [UInt8] = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID().uuidString).journal")
    defer { try? FileManager.default.removeItem(at: url) }
    var bytes: [UInt8] = []
    for _ in 0..<2 {
        guard let journal = try? TemplateJournal(at: url) else { fatalError("the journal cannot be written") }
        journal.isInForeground = true
        let files = ["Feed", "Card"].map { journal.record($0, hash: Array(repeating: 7, count: 32)) }
        // A journal forgets the files that nobody holds any more.
        defer { withExtendedLifetime(files) {} }
        let outer = journal.enter(.draw, host: files[0].number, item: files[1].number)
        bytes = (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? []
        journal.leave(to: outer)
        try? Data(bytes).write(to: url)
    }
    precondition(LaunchRecord(reading: bytes).flights.count == 1)
    return bytes
}()
