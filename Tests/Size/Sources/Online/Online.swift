import Fetching
import Foundation
import Reading
import VirtualView

/// An app with the runtime library that fetches something by itself.
@main
enum Online {
    static func main() async {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        print(await Reading.byteCount(files), Reading.object(files.count))
        for file in files { print(await Fetching.byteCount(file)) }
        let templates = TemplateManager()
        templates.prefetch(contentsOf: files)
        print(templates.loadedTypes)
    }
}
