import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A failure whose message is all that its reader needs. */
export class Failure extends Error {}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Says what is being done, then how long it took. */
export async function step(title, work) {
  const begun = performance.now();
  console.log(`${title} ...`);
  const result = await work();
  console.log(`${title}: ${seconds(begun)}`);
  return result;
}

/** Runs the main function of a script: a Failure is one line, anything else shows where it came from. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}

/** The exit code of a command whose output goes to our terminal. */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', (error) => reject(new Failure(`${command} could not be run: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/** The exit code and the output of a command that works in silence. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** As a shell tells it: a process ended by a signal has 128 and the signal's number. */
export function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** A tool of our own node_modules. */
export function tool(name) {
  return join(root, 'node_modules', '.bin', name);
}

/** The path of our tools first, for tools that call one another. */
export function toolEnv(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}
