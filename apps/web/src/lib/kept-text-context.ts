// Lets forms keep their text when the session expires.
import { useCallback } from 'react';
import { watchText } from './kept-text.ts';
import { useServices } from './services-context.ts';

/** Returns the `ref` of an element with text fields. `form`: says which form it is, also on a later visit. */
export function useKeptText(form: string | undefined) {
  const services = useServices();
  return useCallback(
    (element: HTMLElement | null) =>
      element && form !== undefined ? watchText(services, form, element) : undefined,
    [services, form],
  );
}
