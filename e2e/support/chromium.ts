// The browser of the journeys: the system's Chromium, without anything that talks to its maker.
import { type Browser, chromium } from 'playwright-core';

const homeName = 'cellar.home.arpa';
const startMs = 120_000;

/** What playwright-core switches off itself; of this argument only the last counts. */
const offByPlaywright = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Two pages that Chromium draws for the address bar of each window: half a second of a processor's time for each visit. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled'];

/** The same server under a name that browsers do not take for this machine: plain http at home. */
export function elsewhere(url: string): string {
  return url.replace('localhost', homeName);
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    timeout: startMs,
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...offByPlaywright, ...addressBar].join(',')}`,
      `--host-resolver-rules=MAP ${homeName} 127.0.0.1`,
    ],
  });
}
