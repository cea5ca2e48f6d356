// Drives a headless Chromium over a pipe, and serves it the files of the tests under a strict policy.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; require-trusted-types-for 'script'";
const types = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
};

/** Serves files: `resolve(path)` returns bytes, the path of a file, or nothing. */
export async function serve(resolve) {
    const requests = [];
    const server = createServer(async (request, response) => {
        const path = new URL(request.url, 'http://localhost').pathname;
        requests.push(path);
        try {
            const found = resolve(path);
            if (found === undefined) throw new Error('not found');
            const body = typeof found === 'string' ? await readFile(found) : found;
            const type = types[extname(path)] ?? 'application/octet-stream';
            response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy });
            response.end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return { address: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() };
}

/** The browser of this machine: the one that `VV_BROWSER` names, or the first of those that the tests know on the path. */
function installed() {
    const folders = (process.env.PATH ?? '').split(':');
    const known = [
        'chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable',
    ];
    return process.env.VV_BROWSER
        || known.find((name) => folders.some((folder) => existsSync(join(folder, name)))) || known[0];
}

/** A running browser. */
export class Browser {
    #process;
    #profile;
    #pending = new Map();
    #listeners = new Map();
    #count = 0;
    #rest = '';

    /** Starts a browser, with further options of its command. */
    static async start(...more) {
        const browser = new Browser();
        browser.#profile = await mkdtemp(join(tmpdir(), 'vv-chromium-'));
        const options = [
            '--headless', '--remote-debugging-pipe', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--mute-audio',
            '--force-color-profile=srgb', '--js-flags=--expose-gc', `--user-data-dir=${browser.#profile}`, ...more,
        ];
        const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'];
        browser.#process = spawn(installed(), options, { stdio });
        browser.#process.stdio[4].setEncoding('utf8').on('data', (text) => browser.#receive(text));
        await new Promise((done, failed) => {
            browser.#process.once('spawn', done).once('error', failed);
        });
        return browser;
    }

    /** Sends a command of the DevTools protocol. */
    send(method, params = {}, sessionId = undefined) {
        const id = (this.#count += 1);
        this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((done, failed) => this.#pending.set(id, { done, failed, method }));
    }

    async open(address, { width = 400, height = 700 } = {}) {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', width, height });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, sessionId);
        await page.send('Page.enable');
        const loaded = this.#once(sessionId, 'Page.loadEventFired');
        await page.send('Page.navigate', { url: address });
        await loaded;
        return page;
    }

    async close() {
        const ended = new Promise((done) => this.#process.once('exit', done));
        this.send('Browser.close').catch(() => {});
        const timer = setTimeout(() => this.#process.kill('SIGKILL'), 3000);
        await ended;
        clearTimeout(timer);
        await rm(this.#profile, { recursive: true, force: true });
    }

    #once(sessionId, method) {
        return new Promise((done) => this.#listeners.set(`${sessionId} ${method}`, done));
    }

    #receive(text) {
        const parts = (this.#rest + text).split('\0');
        this.#rest = parts.pop();
        for (const part of parts) {
            const { id, method, sessionId, params, result, error } = JSON.parse(part);
            const pending = this.#pending.get(id);
            this.#pending.delete(id);
            if (error) pending?.failed(new Error(`${pending.method}: ${error.message}`));
            else if (pending) pending.done(result);
            const key = `${sessionId} ${method}`;
            this.#listeners.get(key)?.(params);
            this.#listeners.delete(key);
        }
    }
}

/** An open page. */
export class Page {
    #browser;
    #session;

    constructor(browser, session) {
        this.#browser = browser;
        this.#session = session;
    }

    send(method, params) {
        return this.#browser.send(method, params, this.#session);
    }

    /** Runs a function in the page, with arguments and a result that JSON has. */
    async run(body, ...values) {
        const { result, exceptionDetails: failure } = await this.send('Runtime.evaluate', {
            expression: `(${body})(...${JSON.stringify(values)})`,
            awaitPromise: true,
            returnByValue: true,
            userGesture: true,
        });
        if (failure) throw new Error(failure.exception?.description ?? failure.text);
        return result.value;
    }

    /** Waits until a function in the page returns something true, and returns that. */
    async until(body, ...values) {
        const end = Date.now() + 5000;
        for (;;) {
            const value = await this.run(body, ...values);
            if (value) return value;
            if (Date.now() > end) throw new Error(`did not become true: ${body}`);
            await new Promise((done) => setTimeout(done, 30));
        }
    }

    async mouse(type, x, y, more = {}) {
        const button = type === 'mouseWheel' ? 'none' : 'left';
        await this.send('Input.dispatchMouseEvent', { type, x, y, button, clickCount: 1, ...more });
    }

    async click(x, y) {
        await this.mouse('mousePressed', x, y);
        await this.mouse('mouseReleased', x, y);
    }

    async touch(type, ...points) {
        await this.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    }

    /** Moves a finger from one place to another in some steps. */
    async swipe([x1, y1], [x2, y2], steps = 8) {
        await this.touch('touchStart', [x1, y1]);
        for (let i = 1; i <= steps; i += 1) {
            await this.touch('touchMove', [x1 + ((x2 - x1) * i) / steps, y1 + ((y2 - y1) * i) / steps]);
            await new Promise((done) => setTimeout(done, 16));
        }
        await this.touch('touchEnd');
    }

    async key(key, { code = key, keyCode = 0, text, modifiers = 0 } = {}) {
        const all = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
        await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...all });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...all });
    }

    /** The nodes of the accessibility tree that are not ignored, in reading order: role, name, and properties. */
    async accessibility() {
        const { nodes } = await this.send('Accessibility.getFullAXTree');
        const byID = new Map(nodes.map((node) => [node.nodeId, node]));
        const children = (node) => (node.childIds ?? []).map((id) => byID.get(id)).filter(Boolean);
        const walk = (node) => [node, ...children(node).flatMap(walk)];
        return walk(nodes[0]).filter((node) => !node.ignored).map((node) => ({
            role: node.role?.value,
            name: node.name?.value ?? '',
            value: node.value?.value,
            ...Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value?.value])),
        }));
    }
}
