// Child processes that go on until they are stopped: loads beside which something else is measured, and the yardstick
// of the catalogue. Used by the catalogue's rows.
import { removeAtExit } from './leftovers.ts';
import { forkGenerator } from './load.ts';

export interface BackgroundLoad<Result> {
  pid: number;
  /** Gives what the load has to tell. */
  stop(): Promise<Result>;
}

type Message<Result> = 'measuring' | 'measured' | { result: Result } | { error: string };

/** Resolves once the load is under way. `generator` is a file of load/. */
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
  // Whoever stops it hears of it.
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
