// Measures the peak memory of the server and the browser. Linux only, because it reads /proc.
import { readFile } from 'node:fs/promises';
import type { CellarServer } from './cellar-server.ts';
import type { Site } from './site.ts';
import type { Visitor } from './visitor.ts';

/** In MB (10^6 bytes). */
export interface MemoryPeaks {
  server: number;
  /** The sum of all browser processes. */
  browser: number;
  /** The JavaScript heap of the page. */
  heap: number;
}

const intervalMs = 250;

/** Runs `work` and returns the peaks during it. */
export async function peaksDuring(
  site: Site<CellarServer>,
  { context, page }: Visitor,
  work: () => Promise<void>,
): Promise<MemoryPeaks> {
  const browserSession = await site.browser.newBrowserCDPSession();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const peaks: MemoryPeaks = { server: 0, browser: 0, heap: 0 };
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
      const { metrics } = await session.send('Performance.getMetrics');
      const sizes = await Promise.all(processInfo.map(({ id }) => residentMb(id)));
      const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
      peaks.server = Math.max(peaks.server, await residentMb(site.server.pid));
      peaks.browser = Math.max(
        peaks.browser,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      peaks.heap = Math.max(peaks.heap, heap / 1e6);
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
    await browserSession.detach();
  }
  return peaks;
}

/** Returns 0 for a process that has ended. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024) / 1e6;
}
