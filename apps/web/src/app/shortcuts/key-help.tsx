// The dialog that `?` opens: all shortcuts available to the user, and a switch for single-key shortcuts.
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewKeys } from '#folders/review/review-keys.ts';
import { editorKeys, gameKeys } from '#games/game-keys.ts';
import { matchKeys } from '#games/metadata/review/match-keys.ts';
import { areSingleKeysOn, isMac, setSingleKeys } from '#lib/keystroke.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import type { KeyRow } from '#ui/use-keys.ts';
import styles from './key-help.module.css';
import { buttonNames, Keys } from './keys.tsx';
import { isFor, type PanelProps, shortcuts } from './shortcuts.ts';

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Handled by the grid, and by links and dialogs themselves. */
const gridKeys = [
  { text: 'move', keys: arrows },
  { text: 'ends', keys: ['Home', 'End'] },
  { text: 'pages', keys: ['PageUp', 'PageDown'] },
  { text: 'open', keys: ['Enter'] },
  { text: 'close', keys: ['Escape'] },
] as const satisfies KeyRow[];

const groups = [
  { heading: 'inGrid', rows: gridKeys, for: 'members' },
  { heading: 'inGame', rows: gameKeys, for: 'members' },
  { heading: 'inEditor', rows: editorKeys, for: 'admins' },
  { heading: 'inReview', rows: reviewKeys, for: 'admins' },
  { heading: 'inMatches', rows: matchKeys, for: 'admins' },
] as const;

type Text = (typeof shortcuts)[number]['text'] | (typeof groups)[number]['rows'][number]['text'];

export function KeyHelp({ onClose }: PanelProps) {
  const { t } = useTranslation('shortcuts');
  const session = useSession();
  return (
    <Dialog heading={t('help.title')} size="46rem" onClose={onClose}>
      <div className={styles.lists}>
        <KeyGroup
          heading={t('help.anywhere')}
          rows={shortcuts.filter((shortcut) => isFor(shortcut.for, session))}
        />
        {groups
          .filter((group) => isFor(group.for, session))
          .map(({ heading, rows }) => (
            <KeyGroup key={heading} heading={t(`help.${heading}`)} rows={rows} />
          ))}
        {session && <LibraryKeys />}
        {session && <GamepadButtons />}
      </div>
      <SingleKeys />
    </Dialog>
  );
}

function KeyGroup({ heading, rows }: { heading: string; rows: readonly KeyRow<Text>[] }) {
  const { t } = useTranslation('shortcuts');
  return (
    <Group heading={heading}>
      {rows.map(({ text, keys, shown = keys }) => (
        <Row key={text} does={t(`does.${text}`)}>
          <Choices keys={shown} />
        </Row>
      ))}
    </Group>
  );
}

/** Arrow keys are shown side by side, other keys with "or" between them. */
function Choices({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('shortcuts');
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && !arrows.includes(key) && <span className={styles.or}>{t('help.or')}</span>}
      <Keys keys={key} />
    </Fragment>
  ));
}

/** The keys of app/gamepad/arrow-keys.ts. */
function LibraryKeys() {
  const { t } = useTranslation('gamepad');
  return (
    <Group heading={t('inLibrary')}>
      <Row does={t('arrows')}>
        <Choices keys={arrows} />
      </Row>
    </Group>
  );
}

const names = buttonNames();

/** The buttons of app/gamepad/, as printed on an Xbox gamepad. */
function GamepadButtons() {
  const { t } = useTranslation('gamepad');
  const rows = [
    { does: 'move', buttons: [t('help.stick')] },
    { does: 'scroll', buttons: [t('help.scrollStick')] },
    { does: 'confirm', buttons: [names.confirm] },
    { does: 'back', buttons: [names.back] },
    { does: 'download', buttons: [names.download] },
    { does: 'favorite', buttons: [names.favorite] },
    { does: 'shoulders', buttons: [names.previous, names.next] },
    { does: 'menu', buttons: [names.menu] },
    { does: 'help', buttons: [names.help] },
  ] as const;
  return (
    <Group heading={t('heading')}>
      {rows.map(({ does, buttons }) => (
        <Row key={does} does={t(`help.${does}`)}>
          {buttons.map((button) => (
            <kbd key={button} className={styles.key}>
              {button}
            </kbd>
          ))}
        </Row>
      ))}
    </Group>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {heading}
      </h3>
      <dl>{children}</dl>
    </section>
  );
}

function Row({ does, children }: { does: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt className={styles.does}>{does}</dt>
      <dd className={styles.keys}>{children}</dd>
    </div>
  );
}

function SingleKeys() {
  const { t } = useTranslation('shortcuts');
  const [isOn, setOn] = useState(areSingleKeysOn);
  const handleChange = (next: boolean) => {
    setSingleKeys(next);
    setOn(next);
  };
  return (
    <div className={styles.choice}>
      <Switch
        label={t('help.singleKeys')}
        description={t('help.singleKeysHint', { mod: isMac ? '⌘' : t('keys.mod') })}
        isOn={isOn}
        onChange={handleChange}
      />
    </div>
  );
}
