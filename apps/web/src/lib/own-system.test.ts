import { describe, expect, it } from 'vitest';
import { ownSystem } from './own-system.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';
const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const android = 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const chromebook =
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

describe("the visitor's operating system", () => {
  it.each([
    ['Windows', windows, 0, 'Windows'],
    ['Windows with a touch screen', windows, 10, 'Windows'],
    ['a Mac', mac, 0, 'Mac'],
    ['Linux', linux, 0, 'Linux'],
    ['an iPad, which calls itself a Mac', mac, 5, undefined],
    ['an iPhone', iphone, 5, undefined],
    ['Android, which calls itself Linux', android, 5, undefined],
    ['a Chromebook', chromebook, 0, undefined],
    ['an unknown browser', 'curl/8.5.0', 0, undefined],
  ])('is found for %s', (_, userAgent, maxTouchPoints, system) => {
    expect(ownSystem({ userAgent, maxTouchPoints })).toBe(system);
  });

  it.each([
    ['macOS', 'Mac'],
    ['Windows', 'Windows'],
    ['Linux', 'Linux'],
    ['Android', undefined],
    ['Chrome OS', undefined],
  ])('is the one that the browser names: %s', (platform, system) => {
    const browser = { userAgent: linux, maxTouchPoints: 0, userAgentData: { platform } };
    expect(ownSystem(browser)).toBe(system);
  });
});
