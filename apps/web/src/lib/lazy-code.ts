// Loads code that is not part of the first load. All dynamic imports go through this module: failed imports are
// retried, so that a lost network never leaves a part of the page missing.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Decides when to retry. app/services.ts provides the connection. */
export interface LazyCodeWatcher {
  /** Called when a part has failed `times` times. Resolves when it is time to retry. */
  failed(times: number): Promise<void>;
  /** Called when a part that had failed is loaded. */
  loaded(): void;
}

let watcher: LazyCodeWatcher = {
  failed: () => new Promise((resolve) => setTimeout(resolve, 3000)),
  loaded: () => undefined,
};

const failedSheets = new Set<HTMLLinkElement>();

export function watchLazyCode(given: LazyCodeWatcher): void {
  watcher = given;
  // Resource errors do not bubble, so this listens in the capture phase.
  document.addEventListener('error', ({ target }) => noteSheet(target), true);
}

/** Creates a component whose code is loaded when it is first shown, with retries until it is loaded. */
// biome-ignore lint/suspicious/noExplicitAny: any props, as for React's own `lazy`
export function lazyComponent<Late extends ComponentType<any>>(
  load: () => Promise<Late>,
): LazyExoticComponent<Late> {
  return lazy(async () => ({ default: await loadWithRetries(load) }));
}

export async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ; ) {
    try {
      const part = await loadOnce(load);
      if (failures > 0) watcher.loaded();
      return part;
    } catch (error) {
      failures += 1;
      console.warn('A part of the page could not be loaded and is tried again.', error);
      await watcher.failed(failures);
    }
  }
}

/** Parts that could not be loaded at their last attempt. One of the failed style sheets may be theirs. */
const failedLoads = new WeakSet<() => Promise<unknown>>();

/**
 * Loads code without retries, for actions that users would rather repeat than wait for. A part that has failed before
 * fails again unless the lost style sheets can be loaded; other parts ignore them, because they may belong to a page that
 * is no longer shown.
 */
export async function loadOnce<Part>(load: () => Promise<Part>): Promise<Part> {
  const sheets = [...failedSheets].map(loadSheetAgain);
  try {
    await (failedLoads.has(load) ? Promise.all(sheets) : Promise.allSettled(sheets));
    const part = await load();
    failedLoads.delete(load);
    return part;
  } catch (error) {
    failedLoads.add(load);
    throw error;
  }
}

function noteSheet(target: EventTarget | null): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
}

/**
 * Loads a failed style sheet again. The bundler requests it only once, so the retried part would otherwise be unstyled.
 */
function loadSheetAgain(failed: HTMLLinkElement): Promise<void> {
  failedSheets.delete(failed);
  return new Promise((resolve, reject) => {
    const again = document.createElement('link');
    again.rel = 'stylesheet';
    again.crossOrigin = failed.crossOrigin;
    again.href = failed.href;
    again.onload = () => resolve();
    again.onerror = () => reject(new Error(`${failed.href} could not be loaded`));
    failed.replaceWith(again);
  });
}
