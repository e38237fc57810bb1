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

// The first field of a form that keeps it from being saved: one that the browser refuses, or one that shows an error.

const fields = 'input, select, textarea';

export function wrongFieldOf(form: HTMLFormElement): HTMLElement | undefined {
  const all = [...form.querySelectorAll<HTMLInputElement>(fields)];
  return all.find((field) => field.matches(':invalid') || field.ariaInvalid === 'true');
}

export function focusWrongField(form: HTMLFormElement): void {
  const field = wrongFieldOf(form);
  if (field) openAround(field);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Opens what hides a control, which can't be focused before. */
export function openAround(control: HTMLElement): void {
  const details = control.closest('details');
  if (details) details.open = true;
}
