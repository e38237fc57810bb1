import { useIsMutating } from '@tanstack/react-query';

/** Returns whether anything is being saved on the page. */
export function useIsSaving(): boolean {
  return useIsMutating() > 0;
}
