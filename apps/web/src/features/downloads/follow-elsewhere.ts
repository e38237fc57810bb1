// Keeps the tracker in step with what the member downloads in other tabs and on other devices. Started in app/services.ts.
import type { DownloadTracker } from './download-tracker.ts';

/** Other devices say nothing by themselves. While something runs the tracker looks once a second anyway. */
const lookMs = 15_000;

export function followElsewhere(tracker: DownloadTracker, isMember: () => boolean): void {
  const look = () => {
    if (isMember() && document.visibilityState === 'visible') void tracker.look();
  };
  setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look);
  // Other tabs of this browser are told at once.
  const channel = new BroadcastChannel('cellar-downloads');
  channel.onmessage = look;
  tracker.on(({ type }) => {
    if (type === 'opened') channel.postMessage(type);
  });
}
