// The progress of one file: bar, bytes, speed and time left.
import { formatBytes, formatEta } from '@cellar/contract/rules/sizes.ts';
import { progressBar, type TerminalLine } from '#platform/terminal-line.ts';

/** The speed is that of the last few seconds. */
const windowMs = 10_000;

interface Options {
  line: TerminalLine;
  name: string;
  total: number;
}

/** Returns a function that is called with the number of bytes that are done. */
export function showTransfer({ line, name, total }: Options): (done: number) => void {
  let samples: { at: number; done: number }[] = [];
  return (done) => {
    const at = performance.now();
    // After a failure, some bytes are sent again.
    samples = samples.filter((sample) => at - sample.at < windowMs && sample.done <= done);
    const last = samples.at(-1);
    if (!last || at - last.at > windowMs / 50) samples.push({ at, done });
    line.show(() => {
      const speed = speedOf(samples, { at, done });
      const pace = speed > 0 ? `, ${formatBytes(speed)}/s, ${formatEta((total - done) / speed)} left` : '';
      const part = total > 0 ? Math.min(1, done / total) : 1;
      return `${progressBar(part)}, ${formatBytes(done)} of ${formatBytes(total)}${pace}  ${name}`;
    });
  };
}

/** Returns bytes per second. */
function speedOf(samples: { at: number; done: number }[], now: { at: number; done: number }): number {
  const [first] = samples;
  if (!first || now.at - first.at < 500) return 0;
  return ((now.done - first.done) * 1000) / (now.at - first.at);
}
