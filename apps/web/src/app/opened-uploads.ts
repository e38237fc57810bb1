// The upload engine once an admin page has brought it (admin-wing.ts), for what stands outside those pages: the pill in
// the frame and the logout. The composition root makes one.
import { createContext } from 'react';
import type { UploadManager } from '#features/uploads/engine/upload-manager.ts';
import { Listeners } from '#lib/listeners.ts';

export interface OpenedUploads {
  get(): UploadManager | undefined;
  set(manager: UploadManager): void;
  /** Returns what ends it. */
  subscribe(listener: () => void): () => void;
}

export const OpenedUploadsContext = createContext<OpenedUploads | undefined>(undefined);

export function createOpenedUploads(): OpenedUploads {
  const changes = new Listeners();
  let opened: UploadManager | undefined;
  return {
    get: () => opened,
    set(manager) {
      opened = manager;
      changes.call();
    },
    subscribe: changes.add,
  };
}
