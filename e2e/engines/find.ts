// Finds what a person sees, by role and name, alike in every engine. A page may be redrawn, or replaced, between any two commands, so
// everything is attempted until it succeeds.
import { eventually } from '../../test/waiting.ts';
import { type Engine, type Handle, keys } from './engine.ts';

const selectors = {
  button: 'button, [role=button]',
  link: 'a[href]',
  textbox: 'input:not([type=file], [type=checkbox], [type=radio]), textarea',
  heading: 'h1, h2, h3',
  combobox: 'select',
  file: 'input[type=file]',
  menuitem: '[role=menuitem]',
  dialog: 'dialog[open], [role=dialog]',
  progressbar: '[role=progressbar]',
} as const;

export type Role = keyof typeof selectors;
type Name = string | RegExp;

/** Resolves when the element is visible. */
export function find(engine: Engine, role: Role, name: Name): Promise<Handle> {
  return eventually(async () => {
    const found = await look(engine, role, name);
    if (!found) throw new Error(`there is no ${role} ${name}`);
    return found;
  });
}

export function gone(engine: Engine, role: Role, name: Name): Promise<void> {
  return eventually(async () => {
    if (await look(engine, role, name)) throw new Error(`the ${role} ${name} is still there`);
  });
}

/** Resolves when the page contains the text. */
export function sees(engine: Engine, words: Name): Promise<string> {
  const source = typeof words === 'string' ? escaped(words) : words.source;
  return eventually(async () => {
    const found = await engine.run(
      // The text of an element that is not drawn yet is not in `innerText`.
      (pattern) => new RegExp(pattern).exec(document.body.textContent.replaceAll(/\s+/g, ' '))?.[0] ?? '',
      source,
    );
    if (!found) throw new Error(`the page does not say ${words}`);
    return found;
  });
}

/** Finds and clicks again until the click happens. */
export function click(engine: Engine, role: Role, name: Name): Promise<void> {
  return eventually(async () => {
    const found = await look(engine, role, name);
    if (!found) throw new Error(`there is no ${role} ${name}`);
    await engine.click(found);
  });
}

/** Replaces the text of a field by typing. */
export function fill(engine: Engine, name: Name, text: string): Promise<void> {
  return eventually(async () => {
    const field = await find(engine, 'textbox', name);
    await engine.run((node: Element) => {
      if (!(node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)) return;
      node.focus();
      node.select();
    }, field);
    await engine.press(keys.delete);
    await engine.type(field, text);
    const value = await textIn(engine, name);
    if (value !== text) throw new Error(`the field ${name} contains ${value}`);
  });
}

export async function textIn(engine: Engine, name: Name): Promise<string> {
  const field = await find(engine, 'textbox', name);
  return engine.run((node: Element) => (node as HTMLInputElement).value, field);
}

/** Chooses an option of a select. Each browser opens the list in its own way, so the value is set by a script. */
export async function choose(engine: Engine, name: Name, option: string): Promise<void> {
  await engine.run(
    (node: Element, label: string) => {
      const select = node as HTMLSelectElement;
      const index = [...select.options].findIndex(({ text }) => text.trim() === label);
      if (index < 0) throw new Error(`there is no option ${label}`);
      select.selectedIndex = index;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    await find(engine, 'combobox', name),
    option,
  );
}

function look(engine: Engine, role: Role, name: Name): Promise<Handle | null> {
  return engine.run(findShown, selectors[role], patternOf(name).source);
}

/** A text means the whole name. */
function patternOf(name: Name): RegExp {
  return typeof name === 'string' ? new RegExp(`^${escaped(name)}$`) : name;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Runs in the page. Returns the first visible element with this name, in the open dialog if it has one. */
function findShown(selector: string, pattern: string): Element | null {
  const wanted = new RegExp(pattern);
  const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const isShown = (element: Element) =>
    // File inputs are hidden behind their labels and buttons.
    element.matches('input[type=file]') ||
    (element.checkVisibility({ checkVisibilityCSS: true }) && element.getClientRects().length > 0);
  const textOf = (elements: Iterable<Element | null>) =>
    clean([...elements].map((element) => element?.textContent).join(' '));
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = (element as HTMLInputElement).labels ?? [];
    return (
      textOf(ids.map((id) => document.getElementById(id))) ||
      clean(element.ariaLabel) ||
      textOf(labels) ||
      clean(element.textContent) ||
      element.querySelector('img')?.alt ||
      ''
    );
  };
  const firstIn = (root: ParentNode) =>
    [...root.querySelectorAll(selector)].find((element) => isShown(element) && wanted.test(nameOf(element)));
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].findLast(isShown);
  return (dialog && firstIn(dialog)) ?? firstIn(document) ?? null;
}
