// The first field of a form that keeps it from being saved: one that the browser refuses, or one that shows an error.
const fields = 'input, select, textarea';

export function wrongFieldOf(form: HTMLFormElement): HTMLElement | undefined {
  const all = [...form.querySelectorAll<HTMLInputElement>(fields)];
  return all.find((field) => field.matches(':invalid') || field.ariaInvalid === 'true');
}

export function focusWrongField(form: HTMLFormElement): void {
  const field = wrongFieldOf(form);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
