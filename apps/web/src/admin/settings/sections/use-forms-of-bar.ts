import { useState } from 'react';
import type { FormOfBar, SaveBarPlace } from '#lib/save-bar-context.ts';

/** Collects the forms of all sections for the save bar. `places` holds what each section's forms need to register. */
export function useFormsOfBar(sections: readonly string[]) {
  const [forms, setForms] = useState<Readonly<Record<string, FormOfBar>>>({});
  const [put] = useState<SaveBarPlace['put']>(() => (id: string, form: FormOfBar | undefined) => {
    setForms(({ [id]: _, ...others }) => (form ? { ...others, [id]: form } : others));
  });
  // The sections are constant, and so are their places: a new one would make every form register again.
  const [places] = useState<ReadonlyMap<string, SaveBarPlace>>(
    () => new Map(sections.map((section) => [section, { section, put }])),
  );
  return { forms: Object.values(forms), places };
}
