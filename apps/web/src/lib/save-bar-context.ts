// Lets the forms of a page share one save bar. Without a bar, a form has its own button.
import { createContext, type RefObject, useContext, useEffect, useId, useRef } from 'react';
import { focusWrongField } from './form-fields.ts';
import { useLatest } from './use-latest.ts';

export interface FormState {
  isChanged: boolean;
  isSaving: boolean;
  /** Whether it was saved a moment ago. */
  isSaved: boolean;
  discard(): void;
}

export interface FormOfBar extends FormState {
  /** The section of the page that contains the form. */
  section: string;
  form: RefObject<HTMLFormElement | null>;
}

export interface SaveBarPlace {
  section: string;
  /** Adds or changes a form, or removes it. `put` never changes. */
  put(id: string, form: FormOfBar | undefined): void;
}

export const SaveBarContext = createContext<SaveBarPlace | undefined>(undefined);

/** Shows the state of a form in the save bar, which submits the form. */
export function useSaveBar(form: RefObject<HTMLFormElement | null>, state: FormState): void {
  const { isChanged, isSaving, isSaved } = state;
  const { section, put } = useContext(SaveBarContext) ?? {};
  const id = useId();
  const latest = useLatest(state);
  useEffect(() => {
    if (!put || section === undefined) return undefined;
    put(id, { section, form, isChanged, isSaving, isSaved, discard: () => latest.current.discard() });
    return () => put(id, undefined);
  }, [put, section, id, form, isChanged, isSaving, isSaved, latest]);
  const wasSaving = useRef(false);
  useEffect(() => {
    // The server may have refused a field, which the bar, or the edge of the window, may hide.
    if (wasSaving.current && !isSaving && form.current) focusWrongField(form.current);
    wasSaving.current = isSaving;
  }, [form, isSaving]);
}
