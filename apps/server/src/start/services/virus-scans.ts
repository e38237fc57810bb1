import { createClamd } from '#platform/clamd.ts';
import { createVirusScans } from '#transfer/virus-scans/virus-scans.service.ts';
import type { Core } from './core.ts';
import type { Library } from './library.ts';

export type VirusScans = ReturnType<typeof createVirusScanning>;

/** `scanSoon` starts the job that scans files for viruses. */
export function createVirusScanning(used: Core & Pick<Library, 'files'>, scanSoon: () => void) {
  const { clamd: address } = used.config;
  const clamd = address && createClamd(address);
  return { virusScans: createVirusScans({ ...used, clamd, scanSoon }) };
}
