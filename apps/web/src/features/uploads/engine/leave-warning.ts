// The browser asks before it leaves or reloads the page while an upload is unfinished. Started by app/admin-wing.ts.
import type { UploadManager } from './upload-manager.ts';
import { isPending } from './upload-pending.ts';

export function warnBeforeLeaving(uploads: UploadManager): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  uploads.subscribe(() => {
    // Only while it is needed: a page with this listener is kept out of the browser's back/forward cache.
    if (uploads.getSnapshot().some(isPending)) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
