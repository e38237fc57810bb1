// Makes the browser ask before leaving or reloading the page while an upload is unfinished.
import type { UploadManager } from './upload-manager.ts';
import { isPending } from './upload-record.ts';

export function warnBeforeLeaving(uploads: UploadManager): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  uploads.subscribe(() => {
    // Added only when needed, because this listener prevents the use of the back/forward cache.
    if (uploads.getSnapshot().some(isPending)) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
