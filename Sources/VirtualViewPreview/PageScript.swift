/// The script of a page.
///
/// It reads the description in `#page-data` and changes the document only in safe ways: texts are set as text content,
/// and the only inserted markup are the pictures.
enum PageScript {
    static let text = #"""
        "use strict";
        (() => {
          const byID = id => document.getElementById(id);
          const page = JSON.parse(byID("page-data").textContent);
          const views = page.views, stage = byID("stage"), tree = byID("tree"), details = byID("details");
          const controls = byID("controls");
          const COMPONENT = 0, TEMPLATE = 1, ID = 2, DEPTH = 3, FRAME = 4, SHOWN = 5, VISIBLE = 6, LIST = 7, FILE = 8, LINE = 9;
          const svgNamespace = "http://www.w3.org/2000/svg";
          let current = 0, chosen = null, hovered = null;

          const element = (name, text, className) => {
            const made = document.createElement(name);
            if (text !== undefined) made.textContent = text;
            if (className) made.className = className;
            return made;
          };
          const round = number => String(Math.round(number * 100) / 100);
          const place = rect => `${round(rect[0])}, ${round(rect[1])}`;
          const size = rect => `${round(rect[2])} × ${round(rect[3])}`;
          const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
          const nodes = () => views.length ? views[current].nodes : [];
          const pictures = () => [...stage.querySelectorAll(".picture")];

          // The pictures.

          const resolve = (view, { properties, images }) => {
            view.nodes.forEach(node => node[LIST] = properties[node[LIST]]);
            view.images = images;
            return view;
          };
          views.forEach(view => resolve(view, page));
          const draw = (picture, number) => {
            const view = views[number];
            picture.innerHTML = view.svg.replace(/href="#!(\d+)"/g, (_, image) => `href="${view.images[image]}"`);
            picture.dataset.view = number;
            picture.className = "picture " + (view.appearance === "dark" ? "dark" : "light");
            const parts = [`${round(view.size[0])} × ${round(view.size[1])} pt`];
            if (view.label) parts.unshift(view.label);
            if (view.paints !== undefined) parts.push(`painted ${round(view.paints)} ×`);
            picture.closest("figure").querySelector("figcaption").textContent = parts.join(" · ");
          };

          const setting = () => {
            const chosenValue = name => {
              const input = controls.querySelector(`input[name=${name}]:checked`);
              return input ? input.value : null;
            };
            return {
              width: chosenValue("width") || "all", appearance: chosenValue("appearance"),
              direction: chosenValue("direction"), textScale: chosenValue("textScale"),
            };
          };

          const showSetting = () => {
            const wanted = setting(), first = views[0];
            const fits = view =>
              view.appearance === (wanted.appearance || first.appearance) &&
              view.direction === (wanted.direction || first.direction) &&
              String(view.textScale) === (wanted.textScale || String(first.textScale));
            const numbers = [...views.keys()].filter(number => fits(views[number]));
            const figures = [...stage.querySelectorAll("figure")];
            let isFirst = true;
            figures.forEach((figure, index) => {
              const number = numbers[index], picture = figure.querySelector(".picture");
              if (number === undefined) return;
              const view = views[number];
              if (Number(picture.dataset.view) !== number) draw(picture, number);
              figure.hidden = wanted.width !== "all" && wanted.width !== String(view.width);
              if (!figure.hidden && isFirst) {
                isFirst = false;
                current = number;
              }
            });
            if (chosen !== null && chosen >= nodes().length) chosen = null;
            hovered = null;
            buildTree();
            drawFrames();
            refresh();
          };

          const rectangle = (rect, className) => {
            const made = document.createElementNS(svgNamespace, "rect");
            // A rectangle without an area would not be drawn at all.
            ["x", "y", "width", "height"].forEach((name, index) => made.setAttribute(name, Math.max(index > 1 ? 0.01 : -1e9, rect[index])));
            made.setAttribute("class", className);
            return made;
          };
          const replaceMarks = (picture, className, rects) => {
            const svg = picture.querySelector("svg");
            svg.querySelectorAll("." + className).forEach(mark => mark.remove());
            rects.filter(Boolean).forEach(rect => svg.append(rectangle(rect, className)));
          };
          const drawFrames = () => pictures().forEach(picture => {
            const isOn = controls.querySelector("input[name=frames]").checked;
            replaceMarks(picture, "frame", isOn ? views[picture.dataset.view].nodes.map(node => node[SHOWN]) : []);
          });

          // The tree: one tab stop, arrow keys within.

          const buildTree = () => {
            const above = [];
            tree.replaceChildren(...nodes().map((node, index) => {
              const row = element("li"), name = element("span"), frame = element("span", `${place(node[FRAME])}  ${size(node[FRAME])}`);
              row.setAttribute("role", "treeitem");
              row.setAttribute("aria-level", node[DEPTH] + 1);
              row.dataset.node = index;
              row.tabIndex = -1;
              if (!node[SHOWN]) row.className = "off";
              name.style.paddingInlineStart = `${Math.min(node[DEPTH], 24) * 0.875}rem`;
              name.append(element("b", node[COMPONENT]));
              if (node[ID]) name.append(" ", element("i", `#${node[ID]}`));
              above.length = node[DEPTH];
              // The root of an item names its template.
              if (index > 0 && above[above.length - 1] !== node[TEMPLATE])
                name.append(" ", element("i", node[TEMPLATE]));
              above.push(node[TEMPLATE]);
              row.append(name, frame);
              return row;
            }));
          };
          const row = index => tree.children[index];
          const parent = index => {
            for (let other = index - 1; other >= 0; other--)
              if (nodes()[other][DEPTH] < nodes()[index][DEPTH]) return other;
            return index;
          };
          const target = event => {
            const found = event.target.closest("[role=treeitem]");
            return found ? Number(found.dataset.node) : null;
          };
          tree.addEventListener("pointerover", event => hover(target(event)));
          tree.addEventListener("pointerleave", () => hover(null));
          tree.addEventListener("click", event => { if (target(event) !== null) choose(target(event)); });
          tree.addEventListener("focusin", event => { if (target(event) !== null && target(event) !== chosen) choose(target(event)); });
          tree.addEventListener("keydown", event => {
            const index = target(event), last = nodes().length - 1;
            if (index === null) return;
            const next = {
              ArrowDown: Math.min(index + 1, last), ArrowUp: Math.max(index - 1, 0), Home: 0, End: last,
              ArrowLeft: parent(index), ArrowRight: index < last && nodes()[index + 1][DEPTH] > nodes()[index][DEPTH] ? index + 1 : index,
            }[event.key];
            if (event.key === "Escape") choose(null);
            if (next === undefined) return;
            event.preventDefault();
            row(next).focus();
          });

          // Choosing and hovering.

          const hover = index => {
            if (hovered === index) return;
            hovered = index;
            refresh();
          };
          const choose = index => {
            chosen = index;
            refresh();
            tell("vv-select", { view: current, node: index });
          };
          const refresh = () => {
            const shown = hovered !== null ? hovered : chosen;
            [...tree.children].forEach((item, index) => {
              item.classList.toggle("hot", index === hovered);
              item.setAttribute("aria-selected", index === chosen);
              item.tabIndex = index === (chosen || 0) ? 0 : -1;
            });
            pictures().forEach(picture => {
              const node = shown === null ? null : views[picture.dataset.view].nodes[shown];
              replaceMarks(picture, "outline", [node && node[SHOWN]]);
            });
            describe(shown);
          };
          const describe = index => {
            details.replaceChildren();
            if (index === null || !nodes()[index]) return;
            const node = nodes()[index], list = element("dl");
            const add = (name, value) => list.append(element("dt", name), element("dd", value));
            details.append(element("h2", node[COMPONENT] + (node[ID] ? ` #${node[ID]}` : "")));
            add("Template", node[TEMPLATE]);
            if (node[FILE] !== null) {
              add("Source", `${node[FILE]}:${node[LINE]}`);
              const address = document.vvPage && document.vvPage.link && document.vvPage.link(node[FILE], node[LINE]);
              if (address) {
                const link = element("a", "Open in the editor", "open");
                link.href = address;
                list.lastChild.append(" ", link);
              }
            }
            pictures().filter(picture => !picture.closest("figure").hidden).forEach(picture => {
              const view = views[picture.dataset.view], other = view.nodes[index];
              if (other) add(`Frame in ${view.label || round(view.width)}`, `${place(other[FRAME])}  ${size(other[FRAME])}`);
            });
            if (!node[SHOWN]) add("Shown", "no");
            details.append(list);
            const properties = node[LIST];
            if (!properties.length) return;
            const table = element("table");
            properties.forEach(([name, text, value]) => {
              const line = table.insertRow(), cell = element("td");
              const color = /^#[0-9A-F]{6}$/i.test(value || text) ? value || text : null;
              line.append(element("th", name), cell);
              if (color) {
                const swatch = element("span", "", "swatch");
                swatch.style.background = color;
                cell.append(swatch);
              }
              cell.append(value !== undefined ? value : text);
              if (value !== undefined) cell.append(element("small", text));
            });
            details.append(table);
          };

          // Pointing at a picture: the node in front.

          const point = (picture, event) => {
            const box = picture.querySelector("svg").getBoundingClientRect(), view = views[picture.dataset.view];
            return [
              (event.clientX - box.left) * (box.width ? view.size[0] / box.width : 1),
              (event.clientY - box.top) * (box.height ? view.size[1] / box.height : 1),
            ];
          };
          const nodeAt = (picture, [x, y]) => {
            const list = views[picture.dataset.view].nodes;
            for (let index = list.length - 1; index >= 0; index--) {
              const rect = list[index][VISIBLE];
              if (rect && x >= rect[0] && y >= rect[1] && x < rect[0] + rect[2] && y < rect[1] + rect[3]) return index;
            }
            return null;
          };
          const pictureOf = event => event.target.closest(".picture");
          const use = picture => {
            if (Number(picture.dataset.view) === current) return;
            current = Number(picture.dataset.view);
            buildTree();
          };
          stage.addEventListener("pointermove", event => {
            const picture = pictureOf(event);
            if (!picture) return hover(null);
            use(picture);
            const index = nodeAt(picture, point(picture, event));
            hover(index);
            if (index !== null) row(index).scrollIntoView({ block: "nearest" });
          });
          stage.addEventListener("pointerleave", () => hover(null));
          stage.addEventListener("click", event => {
            const picture = pictureOf(event);
            if (!picture) return;
            use(picture);
            const at = point(picture, event), index = nodeAt(picture, at);
            choose(index);
            tell("vv-click", { view: current, node: index, x: at[0], y: at[1] });
          });

          // A view that has changed; the chosen node stays chosen, and the row that has the focus keeps it.

          const update = (number, description) => {
            views[number] = resolve(description.views[0], description);
            pictures().filter(picture => Number(picture.dataset.view) === number).forEach(picture => draw(picture, number));
            if (number === current) {
              const focused = tree.contains(document.activeElement) ? target({ target: document.activeElement }) : null;
              const top = tree.scrollTop, last = nodes().length - 1;
              if (chosen !== null && chosen > last) chosen = null;
              if (hovered !== null && hovered > last) hovered = null;
              buildTree();
              tree.scrollTop = top;
              if (focused !== null && focused <= last) row(focused).focus({ preventScroll: true });
            }
            drawFrames();
            refresh();
          };

          // Other views, each in a figure of its own.

          const replace = description => {
            views.splice(0, views.length, ...description.views.map(view => resolve(view, description)));
            stage.replaceChildren(...views.map((view, number) => {
              const figure = element("figure"), screen = element("div", "", "screen"), picture = element("div", "", "picture");
              figure.dataset.width = view.width;
              screen.append(picture);
              figure.append(screen, element("figcaption"));
              draw(picture, number);
              return figure;
            }));
            current = 0;
            showSetting();
          };

          controls.addEventListener("submit", event => event.preventDefault());
          controls.addEventListener("change", event => event.target.name === "frames" ? drawFrames() : showSetting());
          document.vvPage = {
            views, select: choose, update, replace,
            get view() { return current; },
            get setting() { return setting(); },
          };
          if (views.length) showSetting();
          tell("vv-ready", { page: document.vvPage });
        })();

        """#
}
