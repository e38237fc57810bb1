// The settings in sections, one shown at a time, with a search over all of them and one save bar.

import { VisuallyHidden } from '@mantine/core';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Sections, useOpenSection } from '#admin/sections/section-nav.tsx';
import { openAround } from '#lib/form-fields.ts';
import { settingsPath } from '#lib/paths.ts';
import { type FormOfBar, SaveBarContext, type SaveBarPlace } from '#lib/save-bar-context.ts';
import { SaveBar } from './save-bar.tsx';
import {
  type FoundSetting,
  FoundSettings,
  findSettings,
  type Setting,
  SettingsSearch,
} from './settings-search.tsx';
import styles from './settings-sections.module.css';

export interface SettingsSection {
  /** The name of the section in the URL. */
  key: string;
  label: string;
  /** What the search finds. */
  settings: readonly Setting[];
  Component: ComponentType;
}

interface SettingsSectionsProps {
  sections: readonly SettingsSection[];
  /** The sections of names in older links. */
  names: Readonly<Record<string, string>>;
}

export function SettingsSections({ sections, names }: SettingsSectionsProps) {
  const { t } = useTranslation('settings');
  const keys = sections.map(({ key }) => key);
  const open = useOpenSection(keys, names);
  const visited = useVisited(open);
  const { forms, places } = useFormsOfBar(keys);
  const [search, setSearch] = useState('');
  const { panels, openAnd } = useOpenAnd(open, () => setSearch(''));
  const found = findSettings(sections, search);
  const isSearching = search.trim() !== '';
  const handleChoose = ({ section, label }: FoundSetting) => {
    openAnd(section, (panel) => focusControl(panel, label));
  };
  const unsaved = new Set(forms.filter(({ isChanged }) => isChanged).map(({ section }) => section));
  return (
    <Sections
      names={{ list: t('sections.label'), select: t('sections.choose') }}
      sections={sections.map(({ key, label }) => ({ key, label, mark: unsaved.has(key) && <UnsavedMark /> }))}
      open={open}
      pathOf={settingsPath}
      onChoose={() => setSearch('')}
      panels={panels}
      above={
        <SettingsSearch
          value={search}
          onChange={setSearch}
          onEnter={() => found[0] && handleChoose(found[0])}
          onArrowDown={() => panels.current?.querySelector<HTMLElement>('[data-found] button')?.focus()}
        />
      }
    >
      {isSearching && <FoundSettings found={found} onChoose={handleChoose} />}
      {sections.map(
        ({ key, Component }) =>
          visited.has(key) && (
            <div key={key} className={styles.panel} data-section={key} hidden={isSearching || key !== open}>
              <SaveBarContext value={places.get(key)}>
                <Suspense>
                  <Component />
                </Suspense>
              </SaveBarContext>
            </div>
          ),
      )}
      <SaveBar
        forms={forms}
        sections={sections}
        open={open}
        onIncomplete={(section, then) => openAnd(section, () => then())}
      />
    </Sections>
  );
}

function UnsavedMark() {
  const { t } = useTranslation('settings');
  return (
    <span className={styles.dot}>
      <VisuallyHidden>{t('sections.notSaved')}</VisuallyHidden>
    </span>
  );
}

type Then = (panel: HTMLElement) => void;

/** Returns a function that opens a section and then does something with its panel. */
function useOpenAnd(open: string, endSearch: () => void) {
  const panels = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ section: string; then: Then }>();
  const navigate = useNavigate();
  useEffect(() => {
    if (wanted?.section !== open) return;
    setWanted(undefined);
    const panel = panels.current?.querySelector<HTMLElement>(`[data-section="${open}"]`);
    if (panel) wanted.then(panel);
  }, [wanted, open]);
  const openAnd = (section: string, then: Then) => {
    endSearch();
    setWanted({ section, then });
    if (section !== open) void navigate(settingsPath(section));
  };
  return { panels, openAnd };
}

/** Returns the keys of all sections that were opened: they stay mounted, so that their unsaved changes are kept. */
function useVisited(open: string): ReadonlySet<string> {
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  return visited;
}

/** Collects the forms of all sections for the save bar. `places` holds what each section's forms need to register. */
function useFormsOfBar(sections: readonly string[]) {
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

// Leads the keyboard to a setting that the search has found.

const controls = 'input, select, textarea, button, a[href]';
const headings = 'legend, h2, h3, h4';
/** Sections load their settings when they are first opened. */
const patienceMs = 10_000;

/**
 * Focuses the control with this name as soon as the panel shows it. Returns a function that stops waiting for it;
 * anything that the reader does in the meantime stops it, too.
 */
function focusControl(panel: HTMLElement, name: string): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => ending.abort();
  const tryToFocus = () => {
    const found = controlNamed(panel, name);
    if (!found) return;
    stop();
    openAround(found);
    found.scrollIntoView({ block: 'center' });
    found.focus({ preventScroll: true, focusVisible: true });
  };
  const observer = new MutationObserver(tryToFocus);
  observer.observe(panel, { childList: true, subtree: true });
  const timer = setTimeout(stop, patienceMs);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const event of ['pointerdown', 'keydown']) {
    document.addEventListener(event, stop, { signal, capture: true });
  }
  tryToFocus();
  return stop;
}

function controlNamed(panel: HTMLElement, name: string): HTMLElement | undefined {
  const all = [...panel.querySelectorAll<HTMLElement>(controls)];
  return all.find((control) => hasName(control, name)) ?? firstControlBelow(panel, name);
}

/** Returns the first control of a group, such as radio buttons, or of a list with a heading. */
function firstControlBelow(panel: HTMLElement, name: string): HTMLElement | undefined {
  const heading = [...panel.querySelectorAll(headings)].find(({ textContent }) => textContent === name);
  const group = heading?.closest('fieldset, section');
  const below = [...(group?.querySelectorAll<HTMLElement>(controls) ?? [])];
  return below.find((control) => {
    const isAfter = heading && heading.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isAfter && !control.matches(':disabled');
  });
}

/** The label of a switch contains the hint too, so its parts are compared. */
function hasName(control: HTMLElement, name: string): boolean {
  const labels = 'labels' in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
  const parts = [control, ...labels].flatMap((part) => [part, ...part.querySelectorAll('*')]);
  // The mark of a required field is part of its label.
  const texts = parts.map(({ textContent }) => textContent.replace(/\s*\*$/, '').trim());
  return control.ariaLabel === name || texts.includes(name);
}
