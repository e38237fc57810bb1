// Learns at once how many alerts are unread: by a stream of server-sent events while the page is visible. EventSource can't send the
// session, so this reads the stream itself. If there is no stream (refused, broken, or held back by a proxy), it asks instead, at last
// every minute or two, and each time tries the stream again. Independent of React.
import type { UnreadAlerts } from '@cellar/contract/messages/alerts.endpoints.ts';

export interface AlertSource {
  /** Opens the stream. Rejects if it is refused. */
  open(signal: AbortSignal): Promise<Response>;
  /** Asks without a stream. */
  ask(): Promise<UnreadAlerts>;
  onUnread(unread: UnreadAlerts): void;
}

/** The server sends something every 15 seconds. */
const silentMs = 45_000;
const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** Watches until the signal is aborted. */
export async function watchAlerts(source: AlertSource, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    await untilVisible(signal);
    if (failures > 0) await source.ask().then(source.onUnread, () => undefined);
    const hasHeard = signal.aborted ? false : await follow(source, signal);
    // A hidden page has closed the stream on purpose.
    if (document.hidden) {
      failures = 0;
      continue;
    }
    failures = hasHeard ? 1 : failures + 1;
    await pause(failures, signal);
  }
}

/** Follows the stream to its end. Returns whether anything came. Hidden pages do without, because browsers have few connections. */
async function follow({ open, onUnread }: AlertSource, signal: AbortSignal): Promise<boolean> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const endIfHidden = () => document.hidden && end();
  let timer = setTimeout(end, silentMs);
  let hasHeard = false;
  document.addEventListener('visibilitychange', endIfHidden, { signal: ending.signal });
  signal.addEventListener('abort', end, { signal: ending.signal });
  try {
    const response = await open(ending.signal);
    for await (const data of eventsOf(response)) {
      hasHeard = true;
      clearTimeout(timer);
      timer = setTimeout(end, silentMs);
      if (data !== '') onUnread(JSON.parse(data));
    }
  } catch {
    // The pause before the next attempt follows.
  } finally {
    clearTimeout(timer);
    end();
  }
  return hasHeard;
}

/** Yields the data of each event, and an empty text for each comment. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let received = ''; reader; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (received + value).split('\n\n');
    received = events.pop() ?? '';
    for (const event of events) yield /^data: (.*)$/m.exec(event)?.[1] ?? '';
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Longer after each failure. The pages of many members do not come back at the same moment. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.75 + Math.random() / 2);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
