// Lets forms keep their text when the session expires.
import { useCallback } from 'react';
import { useServices } from './services-context.ts';

/** Returns the `ref` of an element with text fields. `form`: says which form it is, also on a later visit. */
export function useKeptText(form: string | undefined) {
  const { keptText } = useServices();
  return useCallback(
    (element: HTMLElement | null) =>
      element && form !== undefined ? keptText.watch(form, element) : undefined,
    [keptText, form],
  );
}
