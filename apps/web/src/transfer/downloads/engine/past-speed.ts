// How fast recent downloads were on this device, for the estimate on the download button. Only the browser knows it.
import { storedJson } from '#lib/stored.ts';
import type { DownloadRecord } from './download-record.ts';
import type { DownloadTracker } from './download-tracker.ts';

const kept = storedJson('downloadSpeeds');
/** The median of a few speeds ignores a single bad evening, and follows a new connection soon. */
const keptSpeeds = 5;

/** Shorter or smaller downloads say little, because buffers on the way fill at once. */
const leastMs = 5000;
const leastBytes = 4 * 1024 ** 2;
/** After a longer time without a report, the computer may have been asleep. */
const longestGapMs = 5000;

/** Returns the median speed of the last downloads on this device, in bytes per second. Undefined if there were none. */
export function pastSpeed(): number | undefined {
  const sorted = readSpeeds().sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

export function rememberSpeed(bytesPerSecond: number): void {
  kept.set([...readSpeeds(), Math.round(bytesPerSecond)].slice(-keptSpeeds));
}

function readSpeeds(): number[] {
  const speeds = kept.get();
  if (!Array.isArray(speeds)) return [];
  return speeds.filter((speed): speed is number => Number.isFinite(speed) && speed > 0).slice(-keptSpeeds);
}

type Report = Pick<DownloadRecord, 'bytesSent' | 'isSending'>;

/** Measures a download while its connection is open, and leaves pauses out. */
export class SpeedMeter {
  #last: (Report & { at: number }) | undefined;
  #ms = 0;
  #bytes = 0;

  /** `at` is a time in milliseconds. */
  add(at: number, { bytesSent, isSending }: Report): void {
    const last = this.#last;
    // The first bytes only fill the buffers on the way.
    if (bytesSent > 0) this.#last = { at, bytesSent, isSending };
    if (!last?.isSending || at - last.at > longestGapMs) return;
    this.#ms += at - last.at;
    this.#bytes += bytesSent - last.bytesSent;
  }

  /** In bytes per second. Undefined if the download was too short. */
  get speed(): number | undefined {
    if (this.#ms < leastMs || this.#bytes < leastBytes) return undefined;
    return (1000 * this.#bytes) / this.#ms;
  }
}

/** Remembers the speed of each download that this page starts. Those of other devices have another connection. */
export function rememberSpeeds(tracker: DownloadTracker): void {
  const meters = new Map<string, SpeedMeter>();
  const end = (id: string, meter: SpeedMeter) => {
    meters.delete(id);
    if (meter.speed !== undefined) rememberSpeed(meter.speed);
  };
  tracker.on(({ type, record }) => {
    if (type === 'opened') meters.set(record.id, new SpeedMeter());
  });
  tracker.subscribe(() => {
    for (const [id, meter] of [...meters]) {
      const record = tracker.getSnapshot().find((one) => one.id === id);
      // If a proxy sends the file, its speed is unknown.
      if (record?.isHandedOver) meters.delete(id);
      else {
        if (record) meter.add(performance.now(), record);
        if (record?.status !== 'downloading') end(id, meter);
      }
    }
  });
  // The browser continues the download, but the next page cannot know that it was started here.
  window.addEventListener('pagehide', () => {
    for (const [id, meter] of [...meters]) end(id, meter);
  });
}
