// Makes the browser ask before it leaves or reloads the page while an upload is unfinished.
import type { UploadManager } from './upload-manager.ts';
import { isPending } from './upload-pending.ts';

export function warnBeforeLeaving(uploads: UploadManager): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  uploads.subscribe(() => {
    // Set only while it is needed, because this listener keeps the page out of the back/forward cache.
    if (uploads.getSnapshot().some(isPending)) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
