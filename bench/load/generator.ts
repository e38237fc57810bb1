// Connects a load generator to its parent process (src/load.ts or src/background-load.ts) by IPC: receives the load, reports the
// start and end of the measurement, and sends the result.

export interface Phases {
  /** Reports the start of the measurement. */
  measuring(): void;
  measured(): void;
  /** Resolves when the parent stops a background load. */
  stopped: Promise<void>;
}

export function generate<Load, Result>(run: (load: Load, phases: Phases) => Promise<Result>): void {
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const phases: Phases = {
    measuring: () => process.send?.('measuring'),
    measured: () => process.send?.('measured'),
    stopped,
  };
  process.on('message', (message) => {
    if (message === 'stop') stop();
  });
  process.once('message', (load: Load) => {
    void run(load, phases).then(
      (result) => process.send?.({ result }, () => process.exit(0)),
      (error: Error) => process.send?.({ error: error.message }, () => process.exit(1)),
    );
  });
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
