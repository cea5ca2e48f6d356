// The playground: what is typed is compiled, loaded, bound, laid out and shown in the next frame, all in this page.

import { Tabs, afterPaint, find } from './playground-controls.js';
import { Editor } from './playground-editor.js';
import { Address, cleaned, cleanedName, readFragment, standard } from './playground-link.js';
import { Compiler, Players, file } from './playground-modules.js';
import { EventLog, Rows, elementRows, nodeRows, showHex } from './playground-panels.js';
import { readJSON } from './playground-positions.js';
import { Problems, located, mistake, placeless } from './playground-problems.js';
import { Settings, makePanes } from './playground-settings.js';
import { Stage } from './playground-stage.js';

/** What of the state a view is opened with. */
const settings = ['metrics', 'appearance', 'direction', 'textScale'];
const inputs = ['data', 'values', 'components'];
const noComponents = { version: 1, components: [] };

class Playground {
    #compiler;
    #players;
    #samples;
    #state;
    #editors = {};
    #stage;
    #settings;
    #problemList;
    #address = new Address(() => this.#state, (text) => this.#say(text));
    #events;
    #tree;
    #elements;
    #inputTabs;
    #detailTabs;
    /** What changed since the last frame: names of parts of the state. */
    #changed = new Set();
    /** The values that were read from the inputs last without a mistake. */
    #values = {};
    #mistakes = {};
    #diagnostics = [];
    #compiled = null;
    /** Whether that is of the source as it is now. */
    #isCurrent = false;
    #shown = null;
    #dumped = null;
    #issues = [];
    #frame = 0;
    #since = null;
    #panelTimer = 0;
    #sayTimer = 0;

    static async start() {
        const page = new Playground();
        const samples = file('samples.json').then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
        [page.#compiler, page.#players, page.#samples] = await Promise.all([Compiler.load(), Players.load(samples), samples]);
        page.#build();
        await page.#openAddress();
        return page;
    }

    // MARK: - The page

    #build() {
        const changed = (name) => (event) => this.#change(name, event);
        this.#editors.source = new Editor(find('source'), { label: 'Source', language: 'xml', changed: changed('source') });
        const labels = { data: 'Data, JSON', values: 'Values of the environment, JSON', components: 'Own components, JSON' };
        for (const name of inputs) {
            this.#editors[name] = new Editor(find(name), { label: labels[name], changed: changed(name) });
        }
        this.#inputTabs = new Tabs(find('input-tabs'));
        this.#detailTabs = new Tabs(find('detail-tabs'), () => this.#showPanels());
        this.#events = new EventLog(find('event-list'));
        this.#stage = new Stage(find('picture'), find('marker'), this.#samples, this.#compiler, {
            event: (kind, detail) => this.#tell(kind, detail),
            issue: (issue) => this.#addIssue(issue),
            changed: () => this.#showPanelsSoon(),
        });
        const mark = (frame) => this.#stage.mark(frame);
        this.#tree = new Rows(find('tree-list'), mark);
        this.#elements = new Rows(find('element-list'), mark);
        this.#problemList = new Problems(find('problem-list'), {
            jump: (origin, start, end) => this.#jump(origin, start, end),
            fix: (origin, edits) => this.#editors[origin].edit(edits),
        });
        this.#settings = new Settings((name, value, event) => this.#set(name, value, event));
        makePanes();
        this.#listSamples();
        find('name').addEventListener('input', (event) => this.#set('name', cleanedName(event.target.value), event));
        find('name').addEventListener('blur', () => (find('name').value = this.#state.name));
        find('language').addEventListener('change', (event) => this.#set('language', event.target.value, event));
        find('copy').addEventListener('click', () => this.#address.copy());
        find('download').addEventListener('click', () => this.#download());
        addEventListener('popstate', () => this.#openAddress());
    }

    #listSamples() {
        const select = find('sample');
        for (const [language, label] of [['xml', 'XML'], ['asv', 'DSL (assemble)']]) {
            const group = document.createElement('optgroup');
            group.label = label;
            for (const sample of this.#samples.templates) {
                if (sample.language === language) group.append(new Option(sample.name, sample.name));
            }
            select.append(group);
        }
        select.addEventListener('change', () => this.#chooseSample(select.value));
    }

    // MARK: - State

    async #openAddress() {
        const { templates, first } = this.#samples;
        let asked = null;
        let failure = '';
        try {
            asked = await readFragment(location.hash);
        } catch (error) {
            failure = `This link cannot be read: ${error.message}`;
        }
        const isKnown = templates.some(({ name }) => name === asked?.sample);
        if (asked?.sample && !isKnown) failure = `There is no sample '${asked.sample}'.`;
        if (asked?.state) this.#open(asked.state);
        else this.#openSample(isKnown ? asked.sample : first);
        if (failure) this.#say(failure);
    }

    async #chooseSample(name) {
        if (name === '') return;
        if (await this.#address.leave(name)) this.#openSample(name);
        else this.#nameSample();
    }

    #openSample(name) {
        const sample = this.#samples.templates.find((each) => each.name === name);
        const { appearance, direction, textScale, metrics } = this.#state ?? {};
        this.#open(cleaned({ appearance, direction, textScale, metrics, ...sample }));
    }

    #open(state) {
        this.#state = { ...state };
        // What was made of another source and other data is not shown as if it were of these.
        this.#compiled = null;
        this.#shown = null;
        this.#values = {};
        for (const [name, editor] of Object.entries(this.#editors)) editor.text = state[name];
        find('name').value = state.name;
        find('language').value = state.language;
        this.#settings.show(state);
        for (const name of Object.keys(state)) this.#changed.add(name);
        this.#events.clear();
        this.#schedule();
    }

    /** Names the sample that this is; once its texts are others it is none, so that it can be chosen again. */
    #nameSample() {
        const state = this.#state;
        const texts = ['name', 'language', 'source', ...inputs];
        const isSame = (sample) => texts.every((text) => (sample[text] ?? standard[text]) === state[text]);
        find('sample').value = this.#samples.templates.find(isSame)?.name ?? '';
    }

    /** A setting changed, or a name. */
    #set(name, value, event) {
        if (this.#state[name] === value) return;
        this.#state[name] = value;
        this.#change(name, event);
    }

    #change(name, event) {
        this.#changed.add(name);
        this.#since ??= event?.timeStamp ?? performance.now();
        this.#schedule();
        this.#address.followSoon();
    }

    #download() {
        if (!this.#compiled) return;
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([this.#compiled.bytes], { type: 'application/octet-stream' }));
        link.download = `${this.#compiled.type}.out`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }

    // MARK: - Frames

    #schedule() {
        this.#frame ||= requestAnimationFrame(() => this.#run());
    }

    /** Does a frame's work, at once unless a new module is needed; meanwhile there is no other frame. */
    async #run() {
        const changed = this.#changed;
        this.#changed = new Set();
        for (const name of Object.keys(this.#editors)) {
            if (changed.has(name)) this.#state[name] = this.#editors[name].text;
        }
        try {
            if (changed.has('components')) await this.#changeComponents();
            this.#show(changed);
        } finally {
            this.#frame = 0;
            if (this.#changed.size > 0) this.#schedule();
        }
    }

    #show(changed) {
        const began = performance.now();
        this.#nameSample();
        for (const name of ['data', 'values']) if (changed.has(name)) this.#readInput(name);
        if (['source', 'name', 'language', 'components'].some((name) => changed.has(name))) this.#compile();
        const compiling = performance.now() - began;
        this.#draw(changed);
        this.#showProblems();
        for (const editor of Object.values(this.#editors)) editor.render();
        this.#measure(began, compiling);
    }

    async #changeComponents() {
        // Where these have a mistake, those of the link before are not used either.
        if (!('components' in this.#values)) {
            this.#values.components = undefined;
            this.#compiler.configure(JSON.stringify(noComponents));
            this.#stage.usePlayer(null);
        }
        this.#readInput('components');
        if (!this.#mistakes.components) await this.#useComponents();
        // A template that has none of them is shown all the same.
        if (!this.#stage.hasPlayer) this.#stage.usePlayer(await this.#players.make());
    }

    async #useComponents() {
        const value = this.#values.components ?? noComponents;
        const text = JSON.stringify(value);
        const found = this.#compiler.configure(text);
        this.#mistakes.components = found.map(({ message, severity }) => placeless(message, severity, 'components'));
        try {
            this.#stage.usePlayer(await this.#players.make(value));
            this.#shown = null;
        } catch (error) {
            this.#mistakes.components.push(placeless(error.message, 'error', 'components'));
        }
    }

    #readInput(name) {
        const text = this.#state[name];
        const { value, message, start, end } = readJSON(text);
        this.#mistakes[name] = message === undefined ? null : [mistake({ message, start, end }, text, name)];
        if (message === undefined) this.#values[name] = value;
    }

    #compile() {
        const { name, language, source } = this.#state;
        this.#editors.source.language = language;
        const result = this.#compiler.compile(`${name}.${language}`, source);
        this.#diagnostics = located(result.diagnostics, source, 'source');
        this.#isCurrent = result.bytes !== null;
        if (this.#isCurrent) this.#compiled = result;
        find('size').textContent = result.bytes ? `${result.size.toLocaleString('en')} bytes` : '';
    }

    /** Opens the template if it is another one, else tells the view what changed. */
    #draw(changed) {
        const stage = this.#stage;
        const { data, values } = this.#values;
        find('sheet').style.setProperty('width', `${this.#state.width}px`);
        find('stage').classList.toggle('dark', this.#state.appearance === 'dark');
        for (const name of settings) stage.configure(name, this.#state[name]);
        stage.configure('values', isObject(values) ? values : {});
        try {
            if (this.#compiled && (this.#compiled !== this.#shown || changed.has('metrics'))) {
                this.#events.clear();
                this.#issues = stage.open(this.#compiled.bytes, data).map(pictureIssue);
                this.#shown = this.#compiled;
            } else if (this.#compiled === null) {
                this.#issues = [];
                stage.close();
            } else if (changed.has('data') && stage.view) {
                this.#issues = [];
                stage.update(data);
            }
            stage.refresh();
        } catch (error) {
            this.#issues = [placeless(error.message, 'error', 'picture')];
            // What is there is another template, or has other components.
            if (this.#shown === null) stage.close();
        }
        find('stale').hidden = !stage.view || (this.#isCurrent && this.#shown === this.#compiled);
    }

    /** Tells how long it took from the keystroke until the browser had painted. */
    #measure(began, compiling) {
        const since = this.#since;
        this.#since = null;
        const showing = performance.now() - began - compiling;
        afterPaint(() => {
            if (since !== null) {
                const duration = performance.now() - since;
                performance.clearMeasures('keystroke to picture');
                performance.measure('keystroke to picture', { start: since, duration, detail: { compiling, showing } });
                find('timing').textContent = `${duration.toFixed(0)} ms`;
                find('timing').title =
                    `From the keystroke to the picture: ${duration.toFixed(1)} ms, of which compiling took ` +
                    `${compiling.toFixed(1)} and loading and showing ${showing.toFixed(1)} ms`;
            }
            this.#showPanels();
        });
    }

    // MARK: - Problems and panels

    #showProblems() {
        const mistakes = inputs.flatMap((name) => this.#mistakes[name] ?? []);
        if (this.#values.values !== undefined && !isObject(this.#values.values)) {
            mistakes.push(placeless('the environment is not an object', 'error', 'values'));
        }
        const problems = [...this.#diagnostics, ...mistakes, ...this.#issues];
        this.#problemList.show(problems);
        const errors = problems.filter(({ severity }) => severity === 'error').length;
        this.#detailTabs.count('problems', problems.length, errors > 0 ? 'error' : 'warning');
        for (const name of inputs) this.#inputTabs.count(name, this.#mistakes[name]?.length ?? 0, 'error');
        for (const [name, editor] of Object.entries(this.#editors)) {
            const own = problems.filter(({ origin, start }) => origin === name && start !== undefined);
            editor.marks = own.map(({ start, end, severity }) => ({ start, end, severity }));
        }
    }

    #addIssue(issue) {
        if (this.#issues.some(({ message }) => message === issue) || this.#issues.length > 200) return;
        this.#issues.push(pictureIssue(issue));
        this.#showPanelsSoon();
    }

    #tell(kind, detail) {
        this.#events.add(kind, detail);
        this.#detailTabs.count('events', this.#events.count);
    }

    #showPanelsSoon() {
        this.#panelTimer ||= setTimeout(() => this.#showPanels(), 150);
    }

    /** Fills the tab that is seen. */
    #showPanels() {
        clearTimeout(this.#panelTimer);
        this.#panelTimer = 0;
        if (!this.#state) return;
        this.#showProblems();
        this.#detailTabs.count('events', this.#events.count);
        const { view } = this.#stage;
        const { chosen } = this.#detailTabs;
        if (chosen === 'tree') this.#tree.show(nodeRows(view?.tree() ?? []), 'There is no picture.');
        if (chosen === 'elements') this.#elements.show(elementRows(view?.elements() ?? []), 'There is nothing to read.');
        if (chosen === 'binary' && this.#dumped !== this.#compiled) {
            this.#dumped = this.#compiled;
            const { hex } = this.#compiled ? this.#compiler.dump(this.#compiled.bytes) : {};
            showHex(find('hex'), hex ?? '');
        }
    }

    #jump(origin, start, end) {
        if (inputs.includes(origin)) this.#inputTabs.choose(origin);
        this.#editors[origin].select(start, end);
    }

    /** Shows a message for a while; screen readers say it. */
    #say(text) {
        find('said').textContent = text;
        clearTimeout(this.#sayTimer);
        this.#sayTimer = setTimeout(() => (find('said').textContent = ''), 5000);
    }
}

/** Makes a problem of what is not as it should be in a picture. */
function pictureIssue(text) {
    return placeless(text, 'warning', 'picture');
}

function isObject(value) {
    // A number that JavaScript would write otherwise is an object, too.
    return value !== null && typeof value === 'object' && !Array.isArray(value) && !JSON.isRawJSON?.(value);
}

Playground.start().then(
    () => document.documentElement.classList.add('ready'),
    (error) => (find('said').textContent = `The playground cannot start: ${error.message}`),
);
