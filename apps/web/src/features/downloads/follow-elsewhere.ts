import type { DownloadTracker } from './download-tracker.ts';

/** Finds downloads of other devices. The tracker polls every second while a download is running. */
const lookMs = 15_000;

/** Shows downloads that the member starts in other tabs and on other devices. */
export function followElsewhere(tracker: DownloadTracker, isMember: () => boolean): void {
  const look = () => {
    if (isMember() && document.visibilityState === 'visible') void tracker.look();
  };
  setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look);
  // Notifies other tabs of this browser at once.
  const channel = new BroadcastChannel('cellar-downloads');
  channel.onmessage = look;
  tracker.on(({ type }) => {
    if (type === 'opened') channel.postMessage(type);
  });
}
