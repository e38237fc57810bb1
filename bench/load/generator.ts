// What every load generator of the catalogue does around its run: takes its load, says when it measures, gives its result.
// Started by src/load.ts or src/background-load.ts; talks over the IPC channel.

export interface Phases {
  /** From here on counts what is measured. */
  measuring(): void;
  measured(): void;
  /** Resolves when the parent has had enough of a load in the background. */
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
