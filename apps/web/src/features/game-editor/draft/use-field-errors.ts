// What is wrong with the editor's fields since the last try to save. With each refusal the focus goes to the first field
// that is wrong. Used by the editor.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import { useEffect, useState } from 'react';
import type { FieldErrors } from './editor-values.ts';

export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus();
  }, [refusals]);
  return {
    errors,
    refuse(found: FieldErrors) {
      setErrors(found);
      setRefusals((count) => count + 1);
    },
    forgive: () => setErrors({}),
    /** It is being changed. */
    forgiveField: (field: EditableField) => setErrors((known) => withoutField(known, field)),
  };
}

function withoutField(errors: FieldErrors, field: EditableField): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => path.split('.')[0] !== field));
}
