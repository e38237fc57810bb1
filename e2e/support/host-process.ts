// A process of the server's test support that runs servers for the browser tests and performs requests one after the
// other.
import { type ChildProcess, fork } from 'node:child_process';

interface Answer {
  id: number;
  error?: string;
}

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class HostProcess<Ready = Answer> {
  readonly #process: ChildProcess;
  #pending = new Map<number, Pending>();
  #requests = 0;
  #log = '';

  constructor(program: string, env: NodeJS.ProcessEnv) {
    this.#process = fork(program, [], { env, execArgv: [], silent: true });
    this.#process.stdout?.on('data', (text) => this.#keep(text));
    this.#process.stderr?.on('data', (text) => this.#keep(text));
    this.#process.on('message', (message: Answer) => this.#resolvePending(message));
    this.#process.once('exit', (code) => this.#fail(code));
  }

  /** Resolves with the first message, when the process accepts requests. */
  get ready(): Promise<Ready> {
    return this.#answerTo(0) as Promise<Ready>;
  }

  async ask(request: object): Promise<void> {
    this.#requests += 1;
    this.#process.send({ id: this.#requests, ...request });
    await this.#answerTo(this.#requests);
  }

  /** Resolves when the process has stopped its servers and ended. */
  async close(): Promise<void> {
    this.#process.removeAllListeners('exit');
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.disconnect();
    await ended;
  }

  #answerTo(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #resolvePending(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (answer.error) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer);
  }

  #fail(code: number | null): void {
    const message = `The process of the servers ended (${code}):\n${this.#log}`;
    console.error(message);
    for (const { reject } of this.#pending.values()) reject(new Error(message));
  }

  #keep(text: unknown): void {
    this.#log = (this.#log + text).slice(-20_000);
  }
}
