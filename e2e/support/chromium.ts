// The browser of the journeys: the system's Chromium, without anything that talks to its maker.
import { type Browser, chromium } from 'playwright-core';

const homeName = 'cellar.home.arpa';

/** The same server under a name that browsers do not take for this machine: plain http at home. */
export function elsewhere(url: string): string {
  return url.replace('localhost', homeName);
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${homeName} 127.0.0.1`,
    ],
  });
}
