/// The script of a template's page.
///
/// What the reader chose and the data that the reader edited are kept for the window, so that they are still there when
/// the page is loaded again after a save.
enum TemplateScript {
    static let text = problems + sessions + controls

    /// The layers with the problems and the events.
    private static let problems = #"""
        (() => {
          const byID = id => document.getElementById(id);
          const problem = byID("vv-problem"), text = byID("vv-problem-text");
          const log = byID("vv-events"), list = byID("vv-event-list");
          const font = "13px/1.5 ui-monospace,'DejaVu Sans Mono',monospace";
          problem.style.cssText = "position:fixed;inset:auto 0 0 0;max-height:70vh;overflow:auto;padding:1rem 1.5rem;z-index:9;"
            + "background:#2b1214;color:#ffd9d6;border-top:3px solid #f54a45;box-shadow:0 -4px 20px #0006";
          text.style.cssText = "margin:0;max-height:none;overflow:visible;white-space:pre-wrap;overflow-wrap:anywhere;color:inherit;font:" + font;
          log.style.cssText = "position:fixed;inset:auto 1rem 1rem auto;max-width:min(28rem,90vw);max-height:40vh;overflow:auto;"
            + "padding:.75rem 1rem;z-index:8;background:#1f2329;color:#ebebeb;border-radius:.5rem;box-shadow:0 2px 16px #0006;font:" + font;
          list.style.cssText = "margin:0;padding:0;list-style:none";
          // Messages are wrapped; a line of source scrolls with the mark below it, which would point elsewhere otherwise.
          const lay = message => {
            const lines = message.trimEnd().split("\n"), parts = [];
            for (let index = 0; index < lines.length; index += 1) {
              const isSource = /^\s*\^~*$/.test(lines[index + 1] || "");
              const part = document.createElement("div");
              part.textContent = (isSource ? `${lines[index]}\n${lines[++index]}` : lines[index]) + "\n";
              if (isSource) part.style.cssText = "white-space:pre;overflow-x:auto;scrollbar-width:thin";
              parts.push(part);
            }
            return parts;
          };
          const show = state => {
            problem.hidden = !state.problem;
            text.replaceChildren(...state.problem ? lay(state.problem) : []);
          };
          show(shown);
          listen(".events", state => {
            if (state.gone) return show({ problem: "The template is gone." });
            if (state.picture !== shown.picture) return location.reload();
            show(state);
          });
          const page = document.vvPage;
          if (!page) return;

        """#

    /// Clicks and scrolling: a session has containers of its own on the server, with what happened to them.
    private static let sessions = #"""
          const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, "0")).join("");
          const stage = byID("stage");
          let last = Promise.resolve(), edited = null;
          const note = line => {
            const item = document.createElement("li");
            item.textContent = line;
            list.append(item);
            while (list.children.length > 50) list.firstChild.remove();
            log.hidden = false;
            log.scrollTop = log.scrollHeight;
          };
          const send = async (number, action) => {
            const view = page.views[number];
            if (!view) return;
            const answer = await fetch(".event", {
              method: "POST",
              headers: { "Content-Type": "application/json" },
              body: JSON.stringify({
                session, view: number, width: view.width, ...action,
                appearance: view.appearance, direction: view.direction, textScale: view.textScale,
                height: screenSize()[1], overdraw: controls.elements.overdraw.checked,
                data: view.label || chosenData(), text: edited,
              }),
            });
            if (!answer.ok) return note((await answer.text()).trim());
            const result = await answer.json();
            if (page.views[number] !== view) return;
            result.page.views.forEach(next => next.label = view.label);
            page.update(number, result.page);
            if (!result.events.length && action.kind === "click") note("nothing takes clicks there");
            result.events.forEach(event => note(event.text));
            result.issues.forEach(note);
          };
          const queue = task => last = last.then(task).catch(() => note("the server does not answer"));
          document.addEventListener("vv-click", ({ detail }) => queue(() => send(detail.view, { kind: "click", x: detail.x, y: detail.y })));

          // The wheel scrolls the container in front that can go on in that direction; the page gets the rest.
          let pending = null, turned = -Infinity;
          stage.addEventListener("wheel", event => {
            const picture = event.target.closest(".picture");
            if (!picture || event.ctrlKey) return;
            const svg = picture.querySelector("svg"), box = svg.getBoundingClientRect(), number = Number(picture.dataset.view);
            const view = page.views[number], factor = event.deltaMode === 1 ? 20 : 1;
            const scale = box.width ? view.size[0] / box.width : 1;
            const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
            const delta = [(event.shiftKey ? event.deltaY : event.deltaX) * factor, (event.shiftKey ? 0 : event.deltaY) * factor];
            const groups = [...svg.querySelectorAll("g[data-scroll], g[data-page]")].reverse();
            for (const group of groups) {
              const rect = view.nodes[group.dataset.node]?.[6];
              if (!rect || x < rect[0] || y < rect[1] || x >= rect[0] + rect[2] || y >= rect[1] + rect[3]) continue;
              const [left, top, width, height] = (group.dataset.scroll || group.dataset.page).split(" ").map(Number);
              const frame = view.nodes[group.dataset.node][5], isPage = "page" in group.dataset;
              const along = group.dataset.direction === "rtl" ? -delta[0] : delta[0];
              const fits = (by, from, whole, part) => by !== 0 && whole > part + 0.5
                && (isPage || (by < 0 ? from > 0.5 : from < whole - part - 0.5));
              const dx = fits(along, left, width, frame[2]) ? delta[0] : 0, dy = fits(delta[1], top, height, frame[3]) ? delta[1] : 0;
              if (!dx && !dy) continue;
              event.preventDefault();
              if (isPage && event.timeStamp - turned < 400) return;
              turned = event.timeStamp;
              if (pending && pending.number === number && pending.node === Number(group.dataset.node)) {
                pending.x += dx;
                pending.y += dy;
                return;
              }
              const scroll = pending = { number, node: Number(group.dataset.node), x: dx, y: dy };
              queue(() => {
                if (pending === scroll) pending = null;
                return send(number, { kind: "scroll", node: scroll.node, x: scroll.x, y: scroll.y });
              });
              return;
            }
          }, { passive: false });

        """#

    /// The controls, and the data that can be edited.
    private static let controls = #"""
          const controls = byID("vv-controls"), area = byID("vv-data"), said = byID("vv-data-said");
          const reset = byID("vv-reset"), mark = byID("vv-edited"), legend = byID("vv-legend"), notes = byID("notes");
          const names = ["device", "data", "appearance", "direction", "textScale", "zoom"];
          const control = name => controls.elements[name];
          const value = name => control(name) ? control(name).value : "";
          const chosenData = () => value("data") === "*" ? null : value("data") || null;
          const screenSize = () => value("device") ? value("device").split("x").map(Number) : [null, null];
          const key = "vvc serve " + location.pathname;
          let original = area.value, asked = 0, timer = 0;

          const query = more => {
            const [width, height] = screenSize();
            const query = new URLSearchParams({
              width: width ? String(width) : site.widths.join(","), appearance: value("appearance"),
              direction: value("direction"), textScale: value("textScale"), ...more,
            });
            if (height) query.set("height", height);
            if (value("data")) query.set("data", value("data"));
            if (control("overdraw").checked) query.set("overdraw", "1");
            return query;
          };
          const keep = () => {
            const kept = { edited, overdraw: control("overdraw").checked };
            names.forEach(name => kept[name] = value(name));
            try { sessionStorage.setItem(key, JSON.stringify(kept)); } catch {}
          };
          const dress = () => {
            const [width, height] = screenSize(), isAll = value("data") === "*";
            // A screen that is wider than the page is shown smaller, unless somebody wants it larger.
            const chosen = Number(value("zoom")), room = stage.clientWidth - 20;
            const zoom = height && chosen <= 1 ? Math.min(chosen, Math.max(0.1, room / width)) : chosen;
            stage.querySelectorAll("figure").forEach(figure => {
              const screen = figure.querySelector(".screen"), picture = figure.querySelector(".picture");
              picture.style.zoom = zoom;
              figure.classList.toggle("device", height !== null && screen !== null);
              figure.classList.toggle("dark", value("appearance") === "dark");
              if (!screen) return;
              screen.style.width = height ? `calc(${width * zoom}px + 1.25rem)` : "";
              screen.style.height = height ? `calc(${height * zoom}px + 1.25rem)` : "";
              screen.tabIndex = height ? 0 : -1;
            });
            legend.hidden = !control("overdraw").checked;
            area.readOnly = isAll;
            area.title = isAll ? "Choose one of the data to edit it" : "";
            reset.disabled = edited === null;
            mark.hidden = edited === null;
            if (byID("vv-svg")) byID("vv-svg").href = address("svg");
            if (byID("vv-png")) byID("vv-png").href = address("png");
          };
          const address = kind => {
            const more = query();
            if (more.get("data") === "*") more.delete("data");
            return `${encodeURIComponent(site.name)}.${kind}?${more}`;
          };
          const draw = async () => {
            const number = ++asked;
            stage.setAttribute("aria-busy", "true");
            try {
              const body = edited === null ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: edited };
              const answer = await fetch(`.views?${query()}`, body);
              const result = answer.ok ? await answer.json() : { problem: (await answer.text()).trim() };
              if (number !== asked) return;
              said.textContent = result.problem || "";
              if (result.problem) area.setAttribute("aria-invalid", "true");
              else area.removeAttribute("aria-invalid");
              if (result.problem) return;
              page.replace(result.page);
              if (result.data !== undefined && edited === null) {
                area.value = result.data;
                // The area has its own ends of lines.
                original = area.value;
              }
              if (notes) {
                notes.replaceChildren(...result.messages.map(message => {
                  const item = document.createElement("li");
                  item.textContent = message;
                  return item;
                }));
                notes.parentElement.hidden = !result.messages.length;
              }
            } catch {
              if (number === asked) note("the server does not answer");
            } finally {
              if (number === asked) {
                stage.removeAttribute("aria-busy");
                dress();
              }
            }
          };
          controls.addEventListener("submit", event => event.preventDefault());
          controls.addEventListener("change", event => {
            if (event.target.name === "data") {
              edited = null;
              if (value("data") !== "*") original = area.value = "";
            }
            keep();
            dress();
            if (event.target.name !== "zoom") draw();
          });
          area.addEventListener("input", () => {
            edited = area.value === original ? null : area.value;
            keep();
            dress();
            clearTimeout(timer);
            timer = setTimeout(draw, 120);
          });
          reset.addEventListener("click", () => {
            clearTimeout(timer);
            edited = null;
            area.value = original;
            keep();
            draw();
            area.focus();
          });

          addEventListener("resize", dress);
          page.link = (file, line) => Object.hasOwn(site.places, file)
            ? site.places[file].replaceAll("{line}", line).replaceAll("{column}", "1") : null;
          let kept = null;
          try { kept = JSON.parse(sessionStorage.getItem(key)); } catch {}
          if (kept) {
            let isOther = typeof kept.edited === "string" || kept.overdraw === true;
            names.forEach(name => {
              const select = control(name);
              if (!select || value(name) === kept[name] || ![...select.options].some(option => option.value === kept[name])) return;
              select.value = kept[name];
              isOther = true;
            });
            control("overdraw").checked = kept.overdraw === true;
            if (typeof kept.edited === "string") edited = area.value = kept.edited;
            if (isOther) draw();
          }
          dress();
        })();

        """#
}
