import process from 'node:process';
import { expect, it } from 'vitest';
import { killLibrary } from './kill-library.ts';
import { canPreload } from './preloaded-library.ts';

/** `npm run test:faults` sets more. */
const losses = Number(process.env.FAULT_KILLS ?? 5);

it.skipIf(!canPreload)(
  `a library loses nothing that was acknowledged in ${losses} power failures`,
  { timeout: 7200_000 },
  async () => {
    const report = await killLibrary({ kills: losses, losesPower: true });
    console.info('power failures', report);
    // Otherwise the failures would have undone too little. A PostgreSQL database is not on this disk, and little else is unflushed.
    if (!process.env.TEST_DATABASE_URL) expect(report.lost.contents).toBeGreaterThan(losses);
  },
);
