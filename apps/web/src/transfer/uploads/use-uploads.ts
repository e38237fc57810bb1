// Connects the upload engine to React.
import { createContext, use, useSyncExternalStore } from 'react';
import type { UploadManager } from './engine/upload-manager.ts';
import type { UploadRecord } from './engine/upload-record.ts';

export const UploadsContext = createContext<UploadManager | undefined>(undefined);

export function useUploadManager(): UploadManager {
  const manager = use(UploadsContext);
  if (!manager) throw new Error('UploadsContext is missing above this component');
  return manager;
}

export function useUploads(): readonly UploadRecord[] {
  const manager = useUploadManager();
  return useSyncExternalStore(manager.subscribe, manager.getSnapshot);
}
