import Foundation
import VirtualView
import VirtualViewFormat

/// A plain model of a journal: a stack of flights for each thread, and a list of deaths.
struct JournalModel {
    /// What a launch died of.
    struct Death {
        let launch: UUID
        let flights: [LaunchRecord.Flight]
    }

    /// What each thread is in, the innermost last.
    var stacks: [[LaunchRecord.Flight]]
    var isInForeground = false
    var launch = UUID()
    var deaths: [Death] = []

    init(threads: Int) {
        stacks = Array(repeating: [], count: threads)
    }

    /// What a record of this moment has to say, in any order.
    var flights: Set<LaunchRecord.Flight> { Set(stacks.compactMap(\.last)) }

    /// Ends the launch as it is.
    mutating func die() {
        let shown = flights.filter { ![.load, .prepare].contains($0.phase) }
        let blamed = shown.isEmpty ? flights : shown
        if isInForeground, !blamed.isEmpty { deaths.append(Death(launch: launch, flights: Array(blamed))) }
        stacks = stacks.map { _ in [] }
        isInForeground = false
    }

    /// The suspects and their numbers of deaths, by the rule in words: a file that was innermost in so many launches is
    /// one; the others count all deaths in which they were at work, but for those of which a suspect was the innermost.
    func suspects(after number: Int) -> [LaunchRecord.File: Int] {
        var files: Set<LaunchRecord.File> = []
        for death in deaths { for flight in death.flights { files.formUnion([flight.host, flight.innermost]) } }
        var counts: [LaunchRecord.File: Int] = [:]
        func launches(_ isOf: (LaunchRecord.Flight) -> Bool) -> Set<UUID> {
            Set(deaths.filter { $0.flights.contains(where: isOf) }.map(\.launch))
        }
        let items = files.filter { file in launches { $0.innermost == file }.count >= number }
        for file in files {
            var found: Set<UUID> = []
            if items.contains(file) { found = launches { $0.innermost == file } }
            let others = launches { !items.contains($0.innermost) && ($0.host == file || $0.innermost == file) }
            if others.count >= number { found.formUnion(others) }
            if !found.isEmpty { counts[file] = found.count }
        }
        return counts
    }
}

/// Files that a journal knows, under their numbers.
final class JournalFiles {
    let files: [LaunchRecord.File]
    private(set) var templates: [RecordedTemplate] = []

    init(_ count: Int) {
        files = (0..<count).map { number in
            LaunchRecord.File(type: "Type\(number % 7)", sha256: HexText.text(Self.hash(number)))
        }
    }

    private static func hash(_ number: Int) -> [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4)) ^ $0) }
    }

    /// Gives the files numbers in a journal.
    func register(in journal: TemplateJournal) {
        templates = files.indices.map { journal.record(files[$0].type, hash: Self.hash($0)) }
    }

    func number(_ index: Int) -> UInt32 { templates[index].number }
}
