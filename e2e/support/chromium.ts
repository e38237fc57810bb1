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
/** A renderer that Chromium keeps ready for a page that never comes. */
const spareRenderer = 'SpareRendererForSitePerProcess';

/** The same server under a name that browsers do not take for this machine: plain http at home. */
export function elsewhere(url: string): string {
  return url.replace('localhost', homeName);
}

/** The address that leads this process there too. */
export function seenFromHere(url: string): string {
  return url.replace(homeName, 'localhost');
}

/** Scripts of a page that lives for seconds are hardly worth optimising: an eighth of a processor's time for each. */
const forShortVisits = '--js-flags=--max-lazy --no-opt --no-maglev';

let shared: Promise<Browser> | undefined;

/** One browser for all files of a vitest worker: who wants nothing from the others visits in a context of their own. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium(forShortVisits).then((browser) => {
    // A file after a crash has a browser again.
    browser.once('disconnected', () => {
      shared = undefined;
    });
    return browser;
  });
  return shared;
}

export function launchChromium(...more: string[]): Promise<Browser> {
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
      `--disable-features=${[...offByPlaywright, ...addressBar, spareRenderer].join(',')}`,
      `--host-resolver-rules=MAP ${homeName} 127.0.0.1`,
      ...more,
    ],
  });
}
