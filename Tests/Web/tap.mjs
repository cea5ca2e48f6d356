// What the scripts that drive a browser share: what has to be there, what is watched in pages, and how they say which claims hold.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What runs in every page before its own scripts. */
export const watch = `globalThis.found = [];
document.addEventListener('securitypolicyviolation', (event) => found.push(event.violatedDirective + ' ' + event.blockedURI));
addEventListener('error', (event) => found.push('error: ' + event.message));
addEventListener('unhandledrejection', (event) => found.push('rejection: ' + event.reason));`;

/** Ends the script if one of the files is not in the folder. */
export function need(folder, ...names) {
    const missing = names.find((name) => !existsSync(join(folder, name)));
    if (!missing) return;
    console.log(`Bail out! there is no ${missing}: run 'make web' first`);
    process.exit(1);
}

/**
 * Runs claims, each a name and a function, and prints which of them hold; returns how many do not.
 *
 * @param run calls the function of a claim
 * @param failed is told the number of a claim that does not hold
 * @param limit the longest time that a claim may take, in milliseconds
 */
export async function runClaims(claims, { run = (claim) => claim(), failed = () => {}, limit } = {}) {
    let failures = 0;
    console.log(`1..${claims.length}`);
    for (const [i, [name, claim]] of claims.entries()) {
        const start = Date.now();
        let timer;
        const late = new Promise((_, stop) => {
            if (limit) timer = setTimeout(() => stop(new Error(`took longer than ${limit} ms`)), limit);
        });
        try {
            await Promise.race([run(claim), late]);
            console.log(`ok ${i + 1} - ${name} # ${Date.now() - start} ms`);
        } catch (error) {
            failures += 1;
            console.log(`not ok ${i + 1} - ${name}\n  ${String(error.stack ?? error).split('\n').slice(0, 12).join('\n  ')}`);
            await failed(i + 1);
        } finally {
            clearTimeout(timer);
        }
    }
    console.log(`# ${claims.length - failures} of ${claims.length} claims hold`);
    return failures;
}
