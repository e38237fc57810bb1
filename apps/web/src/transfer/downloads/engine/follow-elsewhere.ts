import type { DownloadTracker } from './download-tracker.ts';

/** How often to check for downloads on other devices. While a download is running, the tracker polls every second. */
const findEveryMs = 15_000;

/** Shows downloads that the member starts in other tabs or on other devices. */
export function followElsewhere(tracker: DownloadTracker, isMember: () => boolean): void {
  const findRunning = () => {
    if (isMember() && document.visibilityState === 'visible') void tracker.findRunning();
  };
  setInterval(findRunning, findEveryMs);
  document.addEventListener('visibilitychange', findRunning);
  // Notifies other tabs of this browser at once.
  const channel = new BroadcastChannel('cellar-downloads');
  channel.onmessage = findRunning;
  tracker.on(({ type }) => {
    if (type === 'opened') channel.postMessage(type);
  });
}
