import VirtualView
import VirtualViewFormat
import VirtualViewRelease

// The versions of templates in releases, for messages.

extension ReleaseFolder {
    /// The number of the newest releases that are searched for what is to be disabled, which must not take long; those that
    /// devices have now are searched too.
    static let mostSearched = 100

    /// Returns what the newest releases that can be read have, for messages; no more of them are read than it takes.
    ///
    /// - Parameters:
    ///   - wanted: The templates that are looked for.
    ///   - made: A release that is being made.
    /// - Returns: The names of templates, and the versions of those that are looked for.
    func knownVersions(
        of wanted: [LatestFile.Disabled],
        with made: LatestFile.Reference?
    ) -> [String: Set<String>] {
        let types = Set(wanted.map(\.type))
        var known: [String: Set<String>] = [:]
        func isEnough() -> Bool {
            wanted.allSatisfy { entry in
                guard let versions = known[entry.type] else { return false }
                return entry.version.map(versions.contains) != false
            }
        }
        func add(_ file: ReleaseFile?) {
            for entry in file?.manifest.entries ?? [] {
                let version = types.contains(entry.type) ? [entry.version.description] : []
                known[entry.type, default: []].formUnion(version)
            }
        }
        if let made { add(try? file(of: made)) }
        let used = [latest?.stable, latest?.candidate?.release].compactMap { $0?.number }
        for number in used + releases.keys.sorted(by: >).prefix(Self.mostSearched) {
            if isEnough() { break }
            add(try? release(number))
        }
        return known
    }
}
