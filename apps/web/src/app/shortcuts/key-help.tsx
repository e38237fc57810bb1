// The dialog that `?` opens: all shortcuts available to the user, and a switch for single-key shortcuts.
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areSingleKeysOn, setSingleKeys } from '#lib/keystroke.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './key-help.module.css';
import { buttonNames, Keys } from './keys.tsx';

import { isFor, isMac, type PanelProps, shortcuts } from './shortcuts.ts';

export function KeyHelp({ onClose }: PanelProps) {
  const { t } = useTranslation('shortcuts');
  const session = useSession();
  return (
    <Dialog heading={t('help.title')} size="46rem" onClose={onClose}>
      <div className={styles.lists}>
        <Group heading={t('help.anywhere')}>
          {shortcuts
            .filter((shortcut) => isFor(shortcut.for, session))
            .map(({ keys, text }) => (
              <Row key={keys} does={t(`does.${text}`)}>
                <Keys keys={keys} modLabel={t('keys.mod')} thenLabel={t('help.then')} />
              </Row>
            ))}
        </Group>
        {session && <GridKeys />}
        {session && <LibraryKeys />}
        {session && <GameKeys />}
        {session?.isAdmin && <EditorKeys />}
        {session?.isAdmin && <ReviewKeys />}
        {session?.isAdmin && <MatchKeys />}
        {session && <GamepadButtons />}
      </div>
      <SingleKeys />
    </Dialog>
  );
}

const gridKeys = [
  { does: 'move', keys: ['arrowLeft', 'arrowRight', 'arrowUp', 'arrowDown'] },
  { does: 'ends', keys: ['home', 'end'] },
  { does: 'pages', keys: ['pageUp', 'pageDown'] },
  { does: 'open', keys: ['enter'] },
  { does: 'close', keys: ['escape'] },
] as const;

/** The keys of games/game/overlay-bar.tsx. */
const gameKeys = [{ does: 'step', keys: ['arrowLeft', 'arrowRight'] }] as const;

const names = buttonNames();

const arrows = { arrowLeft: '←', arrowRight: '→', arrowUp: '↑', arrowDown: '↓' };

function EditorKeys() {
  const { t } = useTranslation('shortcuts');
  return (
    <Group heading={t('help.inEditor')}>
      <Row does={t('does.edit')}>
        <Keys keys="e" modLabel={t('keys.mod')} />
      </Row>
      <Row does={t('does.save')}>
        <Keys keys="mod+s" modLabel={t('keys.mod')} />
      </Row>
    </Group>
  );
}

function GridKeys() {
  const { t } = useTranslation('shortcuts');
  return (
    <Group heading={t('help.inGrid')}>
      {gridKeys.map(({ does, keys }) => (
        <Row key={does} does={t(`does.${does}`)}>
          <PrintedKeys keys={keys} />
        </Row>
      ))}
    </Group>
  );
}

/** The keys of app/gamepad/arrow-keys.ts. */
function LibraryKeys() {
  const { t } = useTranslation('gamepad');
  return (
    <Group heading={t('inLibrary')}>
      <Row does={t('arrows')}>
        <PrintedKeys keys={['arrowLeft', 'arrowRight', 'arrowUp', 'arrowDown']} />
      </Row>
    </Group>
  );
}

function GameKeys() {
  const { t } = useTranslation('shortcuts');
  return (
    <Group heading={t('help.inGame')}>
      {gameKeys.map(({ does, keys }) => (
        <Row key={does} does={t(`does.${does}`)}>
          <PrintedKeys keys={keys} />
        </Row>
      ))}
    </Group>
  );
}

/** The keys of folders/review/review-list.tsx. */
const reviewKeys = [
  { does: 'reviewMove', keys: ['arrowUp', 'arrowDown', 'K', 'J'] },
  { does: 'reviewSelect', keys: ['space'] },
  { does: 'reviewExtend', keys: ['shiftArrow'] },
  { does: 'reviewTitle', keys: ['E'] },
  { does: 'reviewPlatform', keys: ['P'] },
  { does: 'reviewSkip', keys: ['S'] },
  { does: 'reviewAdd', keys: ['enter'] },
  { does: 'reviewClear', keys: ['escape'] },
] as const;

function ReviewKeys() {
  const { t } = useTranslation('shortcuts');
  return (
    <Group heading={t('help.inReview')}>
      {reviewKeys.map(({ does, keys }) => (
        <Row key={does} does={t(`does.${does}`)}>
          <PrintedKeys keys={keys} />
        </Row>
      ))}
    </Group>
  );
}

/** The keys of games/metadata/review/open-entry.tsx. */
const matchKeys = [
  { does: 'matchSelect', keys: ['1–9'] },
  { does: 'matchAccept', keys: ['enter'] },
  { does: 'matchNext', keys: ['N', 'J'] },
  { does: 'matchPrevious', keys: ['K'] },
  { does: 'matchNone', keys: ['X'] },
  { does: 'matchSearch', keys: ['S'] },
  { does: 'matchUndo', keys: ['U'] },
] as const;

function MatchKeys() {
  const { t } = useTranslation('shortcuts');
  return (
    <Group heading={t('help.inMatches')}>
      {matchKeys.map(({ does, keys }) => (
        <Row key={does} does={t(`does.${does}`)}>
          <PrintedKeys keys={keys} />
        </Row>
      ))}
    </Group>
  );
}

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

type KeyName = (typeof gridKeys | typeof reviewKeys | typeof matchKeys)[number]['keys'][number];

/** Arrow keys are shown side by side, other keys with "or" between them. */
function PrintedKeys({ keys }: { keys: readonly KeyName[] }) {
  const { t } = useTranslation('shortcuts');
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && !(key in arrows) && <span className={styles.or}>{t('help.or')}</span>}
      <PrintedKey name={isPrinted(key) ? key : t(`keys.${key}`)} sign={arrows[key as keyof typeof arrows]} />
    </Fragment>
  ));
}

type Printed = 'E' | 'J' | 'K' | 'N' | 'P' | 'S' | 'U' | 'X' | '1–9';

/** Returns whether the key is called the same in every language. */
function isPrinted(key: KeyName): key is Printed {
  return key.length === 1 || key === '1–9';
}

/** Shows an arrow key as a symbol that screen readers read by name. */
function PrintedKey({ name, sign }: { name: string; sign: string | undefined }) {
  if (!sign) return <kbd className={styles.key}>{name}</kbd>;
  return (
    <kbd className={styles.key}>
      <span aria-hidden>{sign}</span>
      <span className={styles.unseen}>{name}</span>
    </kbd>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {heading}
      </h3>
      <dl className={styles.list}>{children}</dl>
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
