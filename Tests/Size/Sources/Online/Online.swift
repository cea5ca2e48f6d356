import Fetching
import Foundation
import Reading
import Showing
import VirtualView

/// An app that shows templates and fetches something by itself.
@main
enum Online {
    static func main() async {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        print(await Reading.byteCount(files), Reading.object(files.count))
        for file in files { print(await Fetching.byteCount(file)) }
        await Showing.show(files, in: TemplateManager())
    }
}
