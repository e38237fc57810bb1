// Says what the buttons of the gamepad do here. At the bottom of the window, above an open dialog.
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { onTopLayerChange, topDialog } from '#ui/dialogs/top-layer.ts';
import type { ButtonNames } from './button-names.ts';
import styles from './hint-bar.module.css';

export interface HintBarProps {
  names: ButtonNames;
  /** The names of the hints that apply now, separated by spaces. */
  available: string;
}

export function HintBar({ names, available }: HintBarProps) {
  const { t } = useTranslation('gamepad');
  const dialog = useSyncExternalStore(onTopLayerChange, topDialog);
  const shoulders = [names.previous, names.next];
  const hints = [
    { does: 'confirm', buttons: [names.confirm] },
    { does: 'back', buttons: [names.back] },
    { does: 'download', buttons: [names.download] },
    { does: 'favorite', buttons: [names.favorite] },
    { does: 'step', buttons: shoulders },
    { does: 'page', buttons: shoulders },
    { does: 'menu', buttons: [names.menu] },
  ] as const;
  const isAvailable = new Set(['confirm', ...available.split(' ')]);
  return createPortal(
    <section className={styles.bar} aria-label={t('hints')}>
      <dl className={styles.hints}>
        {hints
          .filter(({ does }) => isAvailable.has(does))
          .map(({ does, buttons }) => (
            <div key={does} className={styles.hint}>
              <dt className={styles.buttons}>
                {buttons.map((button) => (
                  <kbd key={button} className={styles.button}>
                    {button}
                  </kbd>
                ))}
              </dt>
              <dd>{t(`does.${does}`)}</dd>
            </div>
          ))}
      </dl>
    </section>,
    dialog ?? document.body,
  );
}
