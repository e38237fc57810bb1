// Measures each test file for `npm test -- --profile`. Vitest loads it before each file (vitest.config.ts). Test support
// that starts a server or a browser measures it under the name `start`.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { afterAll, expect } from 'vitest';
import { processorSeconds } from './profile.mjs';

const [began, used] = [performance.now(), processorSeconds()];

afterAll(() => {
  const starts = performance.getEntriesByName('start').filter(({ startTime }) => startTime >= began);
  const facts = {
    file: expect.getState().testPath,
    wall: (performance.now() - began) / 1000,
    processor: processorSeconds() - used,
    starting: starts.reduce((sum, { duration }) => sum + duration, 0) / 1000,
  };
  appendFileSync(process.env.TEST_PROFILE, `${JSON.stringify(facts)}\n`);
});
