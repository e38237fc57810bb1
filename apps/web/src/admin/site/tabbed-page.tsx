// A page with tabs. The open tab is in the URL (`?tab=`). The first tab is the default.
import { Tabs } from '@mantine/core';
import { type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { keepFocus } from '#ui/keep-focus.ts';
import layout from '#ui/layout.module.css';
import { PageTitle } from './page-title.tsx';
import styles from './tabbed-page.module.css';

export interface PageTab {
  /** The name of the tab in the URL. */
  key: string;
  label: string;
  Component: ComponentType;
  /** Shown beside the label. */
  Badge?: ComponentType | undefined;
}

export interface TabbedPageProps {
  title: string;
  lead?: string;
  /** The accessible name of the list of tabs. */
  label: string;
  tabs: readonly PageTab[];
  /** Shown above the content of the first tab. */
  intro?: ReactNode;
  /** Whether it is not known yet what `intro` shows. The first tab waits for that, since its content would move. */
  isIntroPending?: boolean;
  /** Whether it is as wide as the page with the games. */
  isWide?: boolean;
  /** Returns the parameters of the address with which the first tab was last shown. */
  paramsOfFirst?(): URLSearchParams;
}

export function TabbedPage(props: TabbedPageProps) {
  const { title, lead, label, tabs, intro, isIntroPending, isWide, paramsOfFirst } = props;
  useFragment();
  const [params, setParams] = useSearchParams();
  const [first] = tabs;
  const open = tabs.find(({ key }) => key === params.get('tab')) ?? first;
  const list = useOpenTabInView(open?.key);
  return (
    <div ref={keepFocus} className={styles.page} data-wide={isWide || undefined}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {lead && <p className={`${layout.dim} ${layout.apart2}`}>{lead}</p>}
      <Tabs
        value={open?.key ?? null}
        onChange={(key) => setParams(key && key !== first?.key ? { tab: key } : (paramsOfFirst?.() ?? {}))}
        keepMounted={false}
        classNames={{ tab: styles.tab, list: styles.tabs }}
      >
        <Tabs.List ref={list} aria-label={label}>
          {tabs.map(({ key, label: text, Badge }) => (
            <Tabs.Tab key={key} value={key} rightSection={Badge && <Badge />}>
              {text}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, Component }) => (
          <Tabs.Panel key={key} value={key}>
            {key === first?.key && intro}
            <Suspense>{!(key === first?.key && isIntroPending) && <Component />}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

/** On a phone, the tabs are a row that scrolls. Only that row is moved: the page may have a place to return to. */
function useOpenTabInView(key: string | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is read from the page.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-active]');
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [key]);
  return list;
}

/** Parts are loaded when their tab is opened. */
const patienceMs = 10_000;

/** Leads to the part of the page that the fragment of the URL names. The browser does that only when it loads a page. */
function useFragment(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash || !key) return undefined;
    const tryToShow = () => {
      const part = document.getElementById(hash.slice(1));
      if (!part) return;
      stop();
      part.scrollIntoView();
      // The part may have moved the focus to one of its controls.
      if (!part.contains(document.activeElement)) part.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(tryToShow);
    const stop = () => observer.disconnect();
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(stop, patienceMs);
    tryToShow();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [hash, key]);
}
