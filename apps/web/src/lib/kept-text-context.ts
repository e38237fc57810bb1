// Lets forms keep their text when the session expires.
import { useCallback } from 'react';
import { useServices } from './services-context.ts';
import type { SessionStore } from './session-store.ts';
import { inTab, storedJson } from './stored.ts';

/** Returns the `ref` of an element with text fields. `form`: says which form it is, also on a later visit. */
export function useKeptText(form: string | undefined) {
  const services = useServices();
  return useCallback(
    (element: HTMLElement | null) =>
      element && form !== undefined ? watchText(services, form, element) : undefined,
    [services, form],
  );
}

// Keeps what a member was typing when the session expired. The same member finds it again in this tab when the form is next
// shown.

type Field = HTMLInputElement | HTMLTextAreaElement;

interface Kept {
  memberId: string;
  /** By form, then by the label of the field. */
  texts: Record<string, Record<string, string>>;
}

/** Passwords are not kept. */
const keptTypes = ['text', 'email', 'url', 'number', 'textarea'];

const store = storedJson('keptText', inTab);

interface Ends {
  session: SessionStore;
  /** Whether the last session was ended on purpose. */
  isLoggedOut(): boolean;
}

/** Fills the fields in `element` with the text that was kept. Returns a function that keeps their text if the session is over. */
function watchText({ session, isLoggedOut }: Ends, form: string, element: HTMLElement): () => void {
  const memberId = session.get()?._id;
  const typed = new Set<Field>();
  const handleInput = ({ target }: Event) => {
    if (isField(target)) typed.add(target);
  };
  element.addEventListener('input', handleInput);
  // React must have finished before it can hear of the text.
  queueMicrotask(() => memberId && giveBack(memberId, form, element));
  return () => {
    element.removeEventListener('input', handleInput);
    if (memberId && !session.get() && !isLoggedOut()) keep(memberId, form, typed);
  };
}

function giveBack(memberId: string, form: string, element: HTMLElement): void {
  const kept = read();
  // Another member must not get it.
  if (kept && kept.memberId !== memberId) {
    store.set(undefined);
    return;
  }
  const texts = kept?.texts[form];
  if (!kept || !texts) return;
  const { [form]: _given, ...others } = kept.texts;
  store.set({ ...kept, texts: others });
  for (const field of element.querySelectorAll('input, textarea')) {
    const text = isField(field) && texts[labelOf(field)];
    if (text) type(field, text);
  }
}

function keep(memberId: string, form: string, typed: ReadonlySet<Field>): void {
  const texts = Object.fromEntries([...typed].map((field) => [labelOf(field), field.value]));
  if (!Object.values(texts).some((text) => text.trim() !== '')) return;
  const kept = read();
  const others = kept?.memberId === memberId ? kept.texts : {};
  store.set({ memberId, texts: { ...others, [form]: texts } } satisfies Kept);
}

function read(): Kept | undefined {
  return (store.get() ?? undefined) as Kept | undefined;
}

function isField(target: unknown): target is Field {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText && keptTypes.includes(target.type);
}

function labelOf(field: Field): string {
  return field.labels?.[0]?.textContent || field.name;
}

/** Sets the text of a field as if it had been typed, so that React hears of it. */
function type(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
