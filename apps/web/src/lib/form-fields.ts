// Reads and focuses the fields of forms whose inputs are uncontrolled.

/** Returns the values of these text fields; empty for a field that is not in the form. */
export function textFieldsOf<Name extends string>(
  form: HTMLFormElement,
  ...names: Name[]
): Record<Name, string> {
  const fields = new FormData(form);
  const entries = names.map((name) => [name, String(fields.get(name) ?? '')]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

export function focusField(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
