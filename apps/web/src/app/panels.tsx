// The button that opens the command palette. In narrow windows, only its icon is visible.
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Panel, PanelProps } from '#app/shortcuts/shortcuts.ts';
import { i18n } from '#i18n/i18n.ts';
import { addTextsOnce } from '#i18n/language.ts';
import { isMac } from '#lib/keystroke.ts';
import { loadOnce } from '#lib/lazy-code.ts';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './panels.module.css';

export function SearchButton({ onOpen }: { onOpen(panel: Panel): void }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className={styles.search}
      title={t('shortcuts.palette')}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      onClick={() => onOpen('palette')}
    >
      <IconSearch size={17} stroke={1.8} aria-hidden />
      <span className={styles.word}>{t('shortcuts.paletteShort')}</span>
      <kbd className={styles.key}>{isMac ? '⌘K' : t('shortcuts.paletteKeys')}</kbd>
    </UnstyledButton>
  );
}

// Opens the key help or the command palette. Their code and texts are loaded on first use.

async function loadPanels(): Promise<Record<Panel, ComponentType<PanelProps>>> {
  const [{ KeyHelp }, { CommandPalette }] = await Promise.all([
    import('./shortcuts/key-help.tsx'),
    import('./palette/command-palette.tsx'),
    addTextsOnce('member'),
  ]);
  return { help: KeyHelp, palette: CommandPalette };
}

/**
 * Preloads the palette when Ctrl or Cmd is pressed, so that it opens without delay. Errors are ignored here, because
 * opening a panel reports them.
 */
export function preloadPanels(): void {
  loadOnce(loadPanels).catch(() => undefined);
}

export function usePanel() {
  const [panels, setPanels] = useState<Record<Panel, ComponentType<PanelProps>>>();
  const [shown, setShown] = useState<Panel>();
  const open = async (panel: Panel) => {
    try {
      if (!panels) setPanels(await loadOnce(loadPanels));
      setShown(panel);
    } catch {
      toast.error(i18n.t('siteDown.title'));
    }
  };
  return {
    Panel: shown && panels?.[shown],
    open: (panel: Panel) => void open(panel),
    close: () => setShown(undefined),
  };
}
