// Starts the system's Chromium for the journeys, without its background network traffic.
import { type Browser, chromium } from 'playwright-core';

const homeHost = 'cellar.home.arpa';
const startMs = 120_000;

/** Features that playwright-core disables. They are repeated here because only the last `--disable-features` counts. */
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

/**
 * Two pages that Chromium renders for the address bar of each window. They take half a second of processor time per
 * visit.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled'];
/** A renderer that Chromium keeps ready for a page that is never opened. */
const spareRenderer = 'SpareRendererForSitePerProcess';

/** Returns an address of the same server that browsers do not treat as local, like plain HTTP in a home network. */
export function homeNetworkUrl(url: string): string {
  return url.replace('localhost', homeHost);
}

/** Returns the address that reaches the same server from this process. */
export function localUrl(url: string): string {
  return url.replace(homeHost, 'localhost');
}

/** Optimizing the scripts of a page that lives for seconds is not worth an eighth of a processor's time per page. */
const forShortVisits = '--js-flags=--max-lazy --no-opt --no-maglev';

let shared: Promise<Browser> | undefined;

/** Returns one browser for all files of a vitest worker. Visitors have separate contexts. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium(forShortVisits).then((browser) => {
    // After a crash, the next file starts a new browser.
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
      `--host-resolver-rules=MAP ${homeHost} 127.0.0.1`,
      ...more,
    ],
  });
}
