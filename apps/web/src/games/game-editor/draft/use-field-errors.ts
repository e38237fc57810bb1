// The errors of the editor's fields since the last attempt to save.
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
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
    /** Shows errors, and moves the focus to the first field that has one. */
    showErrors(found: FieldErrors) {
      setErrors(found);
      setRefusals((count) => count + 1);
    },
    clearErrors: () => setErrors({}),
    clearFieldError: (field: EditableField) => setErrors((known) => withoutField(known, field)),
  };
}

function withoutField(errors: FieldErrors, field: EditableField): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => path.split('.')[0] !== field));
}
