// Computes the progress, speed and remaining time of an upload from the sent bytes.
import { limits } from '@cellar/contract/rules/limits.ts';

/** The speed is averaged over ten seconds, which is steady enough to read but reacts quickly to changes. */
const windowMs = 10_000;

export interface Reading {
  /** An integer from 0 to 99. Only the manager sets 100, when the server has completed the upload. */
  progress: number;
  /** Bytes per second. */
  speed: number;
  /** The remaining time in seconds. */
  eta: number | undefined;
}

export class UploadMeter {
  #fileSize: number;
  #now: () => number;
  #storedBytes = 0;
  #inFlight = new Map<number, number>();
  #sentBytes = 0;
  #shown = 0;
  #samples: { at: number; sent: number }[] = [];

  constructor(fileSize: number, now: () => number) {
    this.#fileSize = fileSize;
    this.#now = now;
  }

  /** Called when sending starts or resumes, so that pauses do not affect the speed. */
  begin(storedBytes: number): void {
    this.#storedBytes = storedBytes;
    this.#inFlight.clear();
    this.#samples = [{ at: this.#now(), sent: this.#sentBytes }];
  }

  /** Called when the server has lost the upload. Only then may the progress decrease. */
  restart(storedBytes: number): void {
    this.#shown = 0;
    this.begin(storedBytes);
  }

  /** Reports that `bytes` of a chunk have been sent in the current attempt. */
  sent(chunk: number, bytes: number): void {
    const before = this.#inFlight.get(chunk) ?? 0;
    if (bytes <= before) return;
    this.#inFlight.set(chunk, bytes);
    this.#sentBytes += bytes - before;
  }

  stored(chunk: number, bytes: number): void {
    this.sent(chunk, bytes);
    this.#inFlight.delete(chunk);
    this.#storedBytes += bytes;
  }

  /** Reports that an attempt failed, so that its bytes must be sent again. */
  lost(chunk: number): void {
    this.#inFlight.delete(chunk);
  }

  read(): Reading {
    const done = this.#doneBytes();
    const percent = this.#fileSize > 0 ? Math.floor((100 * done) / this.#fileSize) : 0;
    this.#shown = Math.max(this.#shown, Math.min(percent, limits.progressCapPercent));
    const speed = this.#speed();
    const eta = speed > 0 ? Math.max(0, this.#fileSize - done) / speed : undefined;
    return { progress: this.#shown, speed: Math.round(speed), eta };
  }

  #doneBytes(): number {
    let done = this.#storedBytes;
    for (const bytes of this.#inFlight.values()) done += bytes;
    return done;
  }

  #speed(): number {
    const last = { at: this.#now(), sent: this.#sentBytes };
    this.#samples.push(last);
    // Keeps the last sample before the window, where the measurement starts.
    while (this.#samples[1] && this.#samples[1].at <= last.at - windowMs) this.#samples.shift();
    const first = this.#samples[0] ?? last;
    return last.at > first.at ? (1000 * (last.sent - first.sent)) / (last.at - first.at) : 0;
  }
}
