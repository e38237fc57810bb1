// The settings in sections, one shown at a time, with a search over all of them and one save bar.
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { settingsPath } from '#lib/paths.ts';
import { SaveBarContext } from '#lib/save-bar-context.ts';
import { type FoundSetting, findSettings, type Setting } from './find-settings.ts';
import { focusControl } from './focus-control.ts';
import { SaveBar } from './save-bar.tsx';
import { SectionNav } from './section-nav.tsx';
import { FoundSettings, SettingsSearch } from './settings-search.tsx';
import styles from './settings-sections.module.css';
import { useFormsOfBar } from './use-forms-of-bar.ts';
import { useOpenSection } from './use-open-section.ts';

export interface SettingsSection {
  /** The name of the section in the URL. */
  key: string;
  label: string;
  /** What the search finds. */
  settings: readonly Setting[];
  Component: ComponentType;
}

export function SettingsSections({ sections }: { sections: readonly SettingsSection[] }) {
  const keys = sections.map(({ key }) => key);
  const { open, visited } = useOpenSection(keys);
  const { forms, places } = useFormsOfBar(keys);
  const [search, setSearch] = useState('');
  const { panels, openAnd } = useOpenAnd(open, () => setSearch(''));
  const found = findSettings(sections, search);
  const isSearching = search.trim() !== '';
  const handleChoose = ({ section, label }: FoundSetting) => {
    openAnd(section, (panel) => focusControl(panel, label));
  };
  const handleEnter = () => {
    if (found[0]) handleChoose(found[0]);
  };
  const unsaved = new Set(forms.filter(({ isChanged }) => isChanged).map(({ section }) => section));
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <SettingsSearch
          value={search}
          onChange={setSearch}
          onEnter={handleEnter}
          onArrowDown={() => panels.current?.querySelector<HTMLElement>('[data-found] button')?.focus()}
        />
        <SectionNav sections={sections} open={open} unsaved={unsaved} onChoose={() => setSearch('')} />
      </div>
      <div ref={panels} className={styles.panels}>
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
      </div>
    </div>
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
  useEffect(() => {
    // A long section may have been scrolled, with the list of sections still in view.
    const above = open && panels.current && panels.current.getBoundingClientRect().top < 0;
    if (above) panels.current?.scrollIntoView();
  }, [open]);
  const openAnd = (section: string, then: Then) => {
    endSearch();
    setWanted({ section, then });
    if (section !== open) void navigate(settingsPath(section));
  };
  return { panels, openAnd };
}
