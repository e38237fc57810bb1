// A program that ends together with everything it has started, however the process of the tests ends.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

// The shell leads a process group, to which the helpers of a browser belong. It kills the group when the program has ended, or
// when its own standard input is closed, which happens even if the process of the tests is killed.
const guard = '("$@" </dev/null; kill -9 0) & read -r _; kill -9 0';

export class Program {
  readonly #name: string;
  readonly #shell: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(name: string, args: string[], env: NodeJS.ProcessEnv) {
    this.#name = name;
    this.#shell = spawn('/bin/sh', ['-c', guard, 'guard', name, ...args], {
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#shell, 'exit');
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream.on('data', (text) => {
        this.#output = (this.#output + text).slice(-20_000);
        this.#shell.emit('said');
      });
    }
  }

  /** Resolves with the first group of the pattern when the output matches it. */
  async says(pattern: RegExp, ms: number): Promise<string> {
    const stop = AbortSignal.any([AbortSignal.timeout(ms), this.#endSignal()]);
    for (;;) {
      const found = pattern.exec(this.#output)?.[1];
      if (found !== undefined) return found;
      await once(this.#shell, 'said', { signal: stop }).catch(() => {
        throw this.failure(`did not say ${pattern}`);
      });
    }
  }

  get hasEnded(): boolean {
    return this.#shell.exitCode !== null || this.#shell.signalCode !== null;
  }

  failure(what: string): Error {
    return new Error(`${this.#name} ${this.hasEnded ? 'has ended and' : ''} ${what}:\n${this.#output}`);
  }

  async end(): Promise<void> {
    this.#shell.stdin.end();
    await this.#ended;
  }

  #endSignal(): AbortSignal {
    const controller = new AbortController();
    void this.#ended.then(() => controller.abort());
    return controller.signal;
  }
}
