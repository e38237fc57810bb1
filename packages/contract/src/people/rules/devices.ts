// Recognizes the browser and the operating system in a User-Agent header, well enough for users to recognize their own
// device.
export interface Device {
  browser: string | undefined;
  system: string | undefined;
  isMobile: boolean;
}

// The order matters, because browsers also name the browsers they are derived from.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

export function deviceOf(userAgent: string | null): Device {
  const agent = userAgent ?? '';
  const nameIn = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(agent))?.[1];
  return {
    browser: nameIn(browsers),
    system: nameIn(systems),
    isMobile: /\b(Mobile|iPhone|iPad|Android)\b/.test(agent),
  };
}
