import Foundation
import Testing

/// A machine that has the faces of one family and no others.
struct FontSet: Sendable, CustomTestStringConvertible {
    let name: String
    /// How wide lines of Latin letters are in these faces, when nothing holds them, as a part of what was measured.
    let naturalWidth: ClosedRange<Double>
    private let file: String

    /// The faces that the built-in metrics know.
    static let liberation = FontSet(name: "Liberation", naturalWidth: 0.99...1.01, file: "LiberationSans-Regular.ttf")
    /// The faces that a plain Linux machine has; they are wider.
    static let dejaVu = FontSet(name: "DejaVu", naturalWidth: 1.05...1.3, file: "DejaVuSans.ttf")
    static let all = [liberation, dejaVu]

    static let areInstalled = all.allSatisfy { $0.folder != nil }
    static let reason = "needs two families of faces: packages fonts-liberation and fonts-dejavu-core"

    var testDescription: String { name }

    /// The paths of all faces of this machine.
    static let files: [String] = {
        let root = "/usr/share/fonts"
        return (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).map {
            "\(root)/\($0)"
        }
    }()

    /// The folder of the faces; `nil` when they are not installed.
    private var folder: String? {
        Self.files.first { $0.hasSuffix("/" + file) }.map { String($0.dropLast(file.count + 1)) }
    }

    /// Writes the configuration of such a machine.
    ///
    /// - Parameter place: The folder to write into.
    /// - Returns: The file that `FONTCONFIG_FILE` names.
    /// - Throws: What the file system reports.
    func configuration(in place: String) throws -> String {
        let path = "\(place)/\(name).conf"
        let text = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
            <fontconfig>
            <dir>\(folder ?? "")</dir>
            <include ignore_missing="yes">/etc/fonts/conf.d</include>
            <cachedir>\(place)/\(name)-cache</cachedir>
            </fontconfig>
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
