import Foundation
import Reading

/// An app without the runtime library.
@main
enum Plain {
    static func main() async {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        print(await Reading.byteCount(files), Reading.object(files.count))
    }
}
