// Child processes that run until they are stopped: background loads, and the yardstick of the catalogue rows.
import { removeAtExit } from './leftovers.ts';
import { forkGenerator } from './load.ts';

export interface BackgroundLoad<Result> {
  pid: number;
  /** Stops the load and returns its result. */
  stop(): Promise<Result>;
}

type Message<Result> = 'measuring' | 'measured' | { result: Result } | { error: string };

/** Resolves when the load is running. `generator` is a file in load/. */
export function startLoad<Result>(generator: string, load: object): Promise<BackgroundLoad<Result>> {
  const child = forkGenerator(generator);
  const kill = removeAtExit(() => child.kill('SIGKILL'));
  const result = new Promise<Result>((resolve, reject) => {
    child.on('message', (message: Message<Result>) => {
      if (typeof message !== 'object') return;
      if ('error' in message) reject(new Error(`${generator}: ${message.error}`));
      else resolve(message.result);
    });
    child.once('exit', (code) => reject(new Error(`${generator} ended with code ${code}`)));
  });
  // `stop` reports the error.
  result.catch(() => undefined);
  child.send(load);
  return new Promise((resolve, reject) => {
    result.catch(reject);
    child.on('message', (message: Message<Result>) => {
      if (message !== 'measuring') return;
      resolve({
        pid: child.pid as number,
        async stop() {
          child.send('stop');
          try {
            return await result;
          } finally {
            kill();
          }
        },
      });
    });
  });
}
