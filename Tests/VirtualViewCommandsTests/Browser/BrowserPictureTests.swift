import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewPreview
import VirtualViewTestSupport

/// What a browser makes of the pictures is what layout says.
@Suite(.serialized, .enabled(if: InstalledBrowser.path != nil, Comment(rawValue: InstalledBrowser.reason)))
struct BrowserPictureTests {
    private let workspace = Workspace.fresh()

    /// The frames of a template's nodes, as `vvc layout` prints them.
    private func frames(of name: String, width: Int, direction: String = "ltr") throws -> [JSONValue] {
        let result = workspace.vvc(
            try Fixtures.layoutArguments(of: name)
                + ["--width=\(width)", "--screen-width=\(width)", "--direction", direction, "--json"]
        )
        #expect(result.code == .success, "\(result.error)")
        guard case .array(let frames)? = try JSONValue(json: Array(result.out.utf8))["frames"] else { return [] }
        return Array(frames)
    }

    @Test func everyBoxIsWhereLayoutPutsIt() throws {
        var cases: [JSONValue] = []
        for name in Fixtures.templateNames {
            for (width, direction) in [(320, "ltr"), (375, "ltr"), (375, "rtl")] {
                let stem = String(name.dropLast(4))
                let file = "\(stem)-\(width)-\(direction).svg"
                let path = Fixtures.templates.appendingPathComponent(name).path
                let result = workspace.vvc(
                    "preview",
                    path,
                    "--width=\(width)",
                    "--screen-width=\(width)",
                    "--direction=\(direction)",
                    "-o",
                    "@/\(file)"
                )
                #expect(result.code == .success)
                let frames = try frames(of: name, width: width, direction: direction)
                cases.append(["file": .string(file), "frames": .array(frames), "isMirrored": .bool(direction == "rtl")])
            }
        }
        let found = try Browser.run(Self.pictureScript, cases: .array(cases), in: workspace.path(""))
        guard case .array(let pictures)? = found["pictures"] else {
            Issue.record("no pictures: \(found.json)")
            return
        }
        #expect(pictures.count == 3 * Fixtures.templateNames.count)
        var count = 0
        for picture in pictures {
            #expect(picture["problems"] == [], "\(picture.json)")
            if case .int(let checked)? = picture["checked"] { count += Int(checked) }
        }
        #expect(count >= 200, "\(count) positions")
    }

    /// Compares the filled boxes of each picture with the frames.
    ///
    /// A page is turned to its first item, so what is inside is drawn that much further to the left, or to the right in a
    /// mirrored picture.
    private static let pictureScript = """
        const pictures = [];
        for (const { file, frames, isMirrored } of cases) {
          const view = await load(file), root = view.document.documentElement, problems = [];
          if (root.nodeName !== "svg" || root.querySelector("parsererror")) problems.push("no picture");
          for (const image of root.querySelectorAll("image")) {
            const copy = new Image();
            copy.src = image.getAttribute("href");
            await copy.decode().catch(() => problems.push("image " + image.id));
          }
          let checked = 0, page = null;
          const shift = [0, 0];
          for (const [index, frame] of frames.entries()) {
            if (page !== null && frame.depth <= page) { page = null; shift[0] = shift[1] = 0; }
            if (frame.component === "Page") {
              const group = root.querySelector(`g[data-node="${index}"]`);
              const [x, y] = group ? group.dataset.page.split(" ").map(Number) : [0, 0];
              page = frame.depth; shift[0] = isMirrored ? -x : x; shift[1] = y;
            }
            const boxes = [...root.querySelectorAll(`[data-node="${index}"]`)].filter(element =>
              ["rect", "path"].includes(element.nodeName) && element.getAttribute("fill") !== "none");
            if (!boxes.length || ["Progress", "VGraph"].includes(frame.component)) continue;
            const box = boxes[0].getBoundingClientRect();
            const inside = page !== null && frame.depth > page ? shift : [0, 0];
            const differences = [
              box.left - frame.x + inside[0], box.top - frame.y + inside[1],
              box.width - frame.width, box.height - frame.height,
            ];
            checked += 1;
            if (!differences.every(number => Math.abs(number) <= 0.5)) problems.push(`${index}: ${differences}`);
          }
          pictures.push({ file, checked, problems });
        }
        return { pictures };
        """

    // MARK: - Text

    @Test(.enabled(if: FontSet.areInstalled, Comment(rawValue: FontSet.reason)), arguments: FontSet.all)
    func everyLineIsAsWideAndWhereItWasMeasured(_ fonts: FontSet) throws {
        var cases: [JSONValue] = []
        for name in Fixtures.templateNames {
            let file = "\(name.dropLast(4)).svg"
            let path = Fixtures.templates.appendingPathComponent(name).path
            _ = workspace.vvc("preview", path, "-o", "@/\(file)")
            cases.append(["file": .string(file), "frames": .array(try frames(of: name, width: 375))])
        }
        // What is scrolled is not where layout put it, so places are those that the elements name.
        let script = """
            let checked = 0, natural = 0, measured = 0;
            const problems = [], shares = { middle: 0.5, end: 1 };
            for (const { file, frames } of cases) {
              const view = await load(file);
              for (const text of view.document.querySelectorAll("text")) {
                const frame = frames[text.dataset.node], box = text.getBoundingClientRect();
                const width = Number(text.getAttribute("textLength"));
                // The start of a text that is read from right to left is its right end.
                const way = text.getAttribute("direction") === "rtl" ? -width : width;
                const first = Number(text.getAttribute("x")) - way * (shares[text.getAttribute("text-anchor")] || 0);
                checked += 1;
                const start = text.getStartPositionOfChar(0).x;
                const end = text.getEndPositionOfChar(text.getNumberOfChars() - 1).x;
                // A letter may reach a little out of its own room.
                const isRight = Math.abs(start - first) <= 0.05 && Math.abs(end - start - way) <= 0.05
                  && Math.abs(box.width - width) <= 2 && box.width <= frame.width * 1.03 + 2;
                if (!isRight)
                  problems.push(`${file} ${text.textContent}: ${start}...${end}, not ${first} and ${way}`);
                if (!/^[\\x20-\\x7e]+$/.test(text.textContent)) continue;
                text.removeAttribute("textLength");
                natural += text.getComputedTextLength();
                measured += width;
              }
            }
            return { checked, problems, natural: natural / measured };
            """
        let found = try Browser.run(script, cases: .array(cases), in: workspace.path(""), fonts: fonts)
        #expect(found["problems"] == [], "\(found.json)")
        guard case .int(let checked)? = found["checked"], let natural = found["natural"]?.decimal else {
            Issue.record("\(found.json)")
            return
        }
        #expect(checked >= 150)
        // The browser has these faces and no others, or nothing was shown.
        #expect(fonts.naturalWidth.contains(natural), "\(natural)")
    }

    static let strings = [
        "Tea", "Add to cart", "Pour-over coffee set", "Save 30%", "$48.90", "€1,299.00", "£12", "2 hours ago", "Follow",
        "The quick brown fox jumps over the lazy dog", "WAVE", "AVATAR", "illimitable", "MMMMWWWW", "iiiillll",
        "0123456789",
        "12:35", "+49 30 901820", "name@example.com", "https://example.com/a?b=c", "«Où est la gare ?»", "Straße",
        "São Paulo",
        "Łódź", "Ærø", "Čeština", "İstanbul", "Ελληνικά", "Αθήνα 2026", "Русский язык", "Київ", "Здравствуйте",
        "¿Cómo estás?",
        "naïve café", "(a) [b] {c}", "a/b\\c|d", "x = y + z · 2", "“quoted”", "it’s", "100 – 200", "#tag_name",
        "50 & 60", "© 2026",
        "预计送达", "骑手正在送货", "手工陶瓷茶具套装", "满 300 减 40", "春季新品专享券", "有效期至 2026.04.30", "日本語のテキスト",
        "中文与 English", "★ 4.8", "★★★☆☆", "♥ 128", "→ ↗ ↑", "① ② ③", "✓ OK", "● ○ ■ □ ▲ △", "※ 25 ℃", "☎ 555",
        "≤ ≥ ≠ ∞ √",
    ]

    @Test(.enabled(if: Browser.hasFaces, Comment(rawValue: Browser.facesReason)))
    func builtInMetricsAreThoseOfTheFace() throws {
        let sizes = [11.0, 16, 33]
        let metrics = BuiltInTextMetrics()
        var cases: [JSONValue] = []
        for string in Self.strings {
            for size in sizes {
                for isBold in [false, true] {
                    let font = TextFont(size: size, isBold: isBold)
                    let limits = TextLimits(
                        room: LayoutSize(width: 10_000, height: 100),
                        lineHeight: metrics.lineHeight(of: font)
                    )
                    let width = metrics.measure(string, in: font, within: limits).width
                    cases.append([
                        "text": .string(string), "size": .double(size), "bold": .bool(isBold), "width": .double(width),
                    ])
                }
            }
        }
        try workspace.write("Card.xml", #"<NText text="a" textSize="9" layoutWidth="9" layoutHeight="9"/>"#)
        _ = workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.svg")
        // The measuring text is in a picture of ours, so that it has the faces that pictures name.
        let script = """
            const root = (await load("Card.svg")).document.documentElement;
            const text = root.querySelector("text");
            text.removeAttribute("textLength");
            return cases.map(({ text: string, size, bold, width }) => {
              text.textContent = string;
              text.setAttribute("font-size", size);
              text.setAttribute("font-weight", bold ? "bold" : "normal");
              return { string, size, bold, width, found: text.getComputedTextLength() };
            });
            """
        guard case .array(let found) = try Browser.run(script, cases: .array(cases), in: workspace.path("")) else {
            Issue.record("no widths")
            return
        }
        #expect(found.count == Self.strings.count * 6)
        #expect(Self.strings.count >= 50)
        for result in found {
            guard let width = result["width"]?.decimal, let measured = result["found"]?.decimal else {
                Issue.record("\(result.json)")
                continue
            }
            #expect(abs(width - measured) <= 0.03 * measured, "\(result.json)")
        }
    }
}
