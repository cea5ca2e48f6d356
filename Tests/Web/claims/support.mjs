// What the claims share: data, and steps that many of them begin with.

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
export const card = { title: 'Tea', note: 'with milk', share: 62 };
export const rows = (count) =>
    Array.from({ length: count }, (_, i) => ({ type: 'Row', name: `row ${i}`, height: 60 + (i % 5) * 20 }));
/** Entries of a strip that slides sideways. */
export const strip = { type: 'Strip', rows: rows(20).map((row) => ({ ...row, height: 60 })) };
export const pages = (stay, count = 3) => ({
    stay,
    pages: Array.from({ length: count }, (_, i) => ({ type: 'PageItem', name: `page ${i}` })),
});
export const open = (page, ...values) => page.run(async (...all) => void (await test.open(...all)), ...values);
export const openCard = (page, data = card, attributes = {}) => open(page, ['Card'], data, attributes);
export const openList = (page, count) => open(page, ['List', 'Row'], { rows: rows(count) }, { fill: '' }, 'tall');
export const openPages = (page, data, attributes = {}) => open(page, ['Pages', 'PageItem'], data, attributes);
export const events = (page, kind) => page.run((kind) => test.events.filter((event) => event.kind === kind), kind);
export const currentPage = (page) =>
    page.run(() => Math.round(test.one('.scroll').scrollLeft / test.one('.scroll').clientWidth));
