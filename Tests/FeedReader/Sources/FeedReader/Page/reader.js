// The page: two views of templates, which show what the stream of events brings.
//
// Nothing from a feed is ever markup or script here: the player gets data, and makes texts of it.

import { load, mount } from '/player/virtualview.js';

const places = { Reader: document.querySelector('#list'), Article: document.querySelector('#article') };
const notice = document.querySelector('#notice');
const player = await load('/player/player.wasm');
const views = new Map();
const data = {};
/** The last change of the templates; the next one waits for it. */
let templates = Promise.resolve();
let isWaiting = false;

/** Shows what came since the last frame. */
function show() {
    isWaiting = false;
    for (const { view } of views.values()) view.update(data);
    document.body.classList.toggle('is-reading', data.article?.[0]?.type === 'ArticleHead');
    document.title = data.header?.unread > 0 ? `Reader (${data.header.unread})` : 'Reader';
}

/** Takes templates, those of the first release or of another one; what is on the screen stays where it is. */
async function takeTemplates({ release, types }) {
    const files = await Promise.all(types.map(async (type) => {
        const response = await fetch(`/templates/${encodeURIComponent(type)}`);
        if (!response.ok) throw new Error(`there is no template ${type}`);
        return response.arrayBuffer();
    }));
    for (const file of files) player.add(file);
    data.release = { number: release };
    for (const [type, place] of Object.entries(places)) {
        if (views.has(type)) {
            views.get(type).view.follow();
        } else {
            views.set(type, mount(player.open(type, { data }), place, { fill: true, resolveImage: () => null }));
        }
    }
    show();
    tell('');
}

async function send(action, parameter) {
    const body = JSON.stringify({ action, parameter: parameter ?? '' });
    try {
        const { ok, status } = await fetch('/do', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
        if (!ok) tell(`The reader answers ${status}`);
    } catch {
        tell('The reader does not answer');
    }
}

/** Opens an address of the web in a tab that knows nothing of this one. */
function visit(address) {
    const { protocol } = new URL(address);
    if (protocol === 'https:' || protocol === 'http:') window.open(address, '_blank', 'noopener,noreferrer');
}

function tell(text) {
    notice.textContent = text;
    notice.hidden = text === '';
}

for (const place of Object.values(places)) {
    place.addEventListener('vv-click', ({ detail: { action, actionParam } }) => {
        if (action === 'visit') visit(actionParam);
        else if (action) send(action, actionParam);
    });
    place.addEventListener('vv-error', ({ detail: { error } }) => tell(error.message));
}
places.Reader.addEventListener('vv-autorefresh', () => send('more'));

const stream = new EventSource('/events');
for (const part of ['header', 'progress', 'filter', 'entries', 'article']) {
    stream.addEventListener(part, (event) => {
        data[part] = JSON.parse(event.data);
        if (!isWaiting) requestAnimationFrame(show);
        isWaiting = true;
    });
}
stream.addEventListener('templates', (event) => {
    templates = templates.then(() => takeTemplates(JSON.parse(event.data))).catch((error) => tell(error.message));
});
stream.addEventListener('open', () => tell(''));
stream.addEventListener('error', () => tell('The reader is not running'));
