import { PerformanceObserver } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { notePassingBytes } from './young-garbage.ts';

it('collects the young generation after 16 MiB, and leaves no global behind', async () => {
  const kinds: unknown[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kinds.push((entry as { detail?: { kind?: number } }).detail?.kind);
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let i = 0; i < 256; i += 1) notePassingBytes(64 * 1024);
  await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  // perf_hooks.constants.NODE_PERFORMANCE_GC_MINOR
  expect(kinds).toContain(1);
  expect('gc' in globalThis).toBe(false);
});
