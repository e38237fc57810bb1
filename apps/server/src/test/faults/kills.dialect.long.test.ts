import process from 'node:process';
import { expect, it } from 'vitest';
import { killLibrary } from './kill-library.ts';

/** `npm run test:faults` sets more. */
const kills = Number(process.env.FAULT_KILLS ?? 10);

it(`a library loses nothing that was acknowledged in ${kills} kills`, { timeout: 3600_000 }, async () => {
  const report = await killLibrary({ kills });
  console.info('kills', report);
  // Otherwise the kills would have interrupted too little.
  expect(report.completions).toBeGreaterThan(kills / 4);
});
