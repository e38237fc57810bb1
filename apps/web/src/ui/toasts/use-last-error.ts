// The toast with the last error of a form, which would be wrong next to the form's success.
import { useRef } from 'react';
import { toasts } from './toast.tsx';

export function useLastError() {
  const last = useRef<number>(undefined);
  return {
    /** `id`: of the toast that was just shown. */
    remember(id: number | undefined): void {
      last.current = id;
    },
    close(): void {
      if (last.current !== undefined) toasts.close(last.current);
    },
  };
}
