// The sections of a tab of the admin page, of which one is shown at a time. The open one is in the URL (`section=`).
import { type ReactNode, type RefObject, useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { Select } from '#ui/fields/select.tsx';
import styles from './section-nav.module.css';

/**
 * Reads the open section from the URL; the first one is the default. `names`: the sections of names in older links,
 * which may be fragments.
 */
export function useOpenSection<Key extends string>(
  keys: readonly Key[],
  names: Readonly<Record<string, Key>> = {},
): Key {
  const [params] = useSearchParams();
  const { hash } = useLocation();
  const name = params.get('section') ?? hash.slice(1);
  return keys.find((key) => key === name || key === names[name]) ?? (keys[0] as Key);
}

interface SectionsProps {
  /** The accessible names of the list of links, and of the select. */
  names: { list: string; select: string };
  sections: readonly { key: string; label: string; mark?: ReactNode }[];
  open: string;
  pathOf(key: string): string;
  /** Called for the open section too. */
  onChoose?(): void;
  /** Shown above the list. */
  above?: ReactNode;
  panels: RefObject<HTMLDivElement | null>;
  /** The open section, and what is below it. */
  children: ReactNode;
}

/** Beside a list of links, or below a select where there is no room for a list. */
export function Sections(props: SectionsProps) {
  const { names, sections, open, pathOf, onChoose, above, panels, children } = props;
  const navigate = useNavigate();
  useEffect(() => {
    // A long section may have been scrolled, with the list of sections still in view.
    const isScrolled = open && panels.current && panels.current.getBoundingClientRect().top < 0;
    if (isScrolled) panels.current?.scrollIntoView();
  }, [open, panels]);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        {above}
        <nav aria-label={names.list}>
          <Select
            className={styles.select}
            label={names.select}
            value={open}
            data={sections.map(({ key, label }) => ({ value: key, label }))}
            onChange={(event) => {
              onChoose?.();
              void navigate(pathOf(event.currentTarget.value));
            }}
          />
          <ul className={styles.list}>
            {sections.map(({ key, label, mark }) => (
              <li key={key}>
                <Link
                  className={styles.link}
                  to={pathOf(key)}
                  aria-current={key === open ? 'page' : undefined}
                  onClick={onChoose}
                >
                  {label}
                  {mark}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div ref={panels} className={styles.panels}>
        {children}
      </div>
    </div>
  );
}
