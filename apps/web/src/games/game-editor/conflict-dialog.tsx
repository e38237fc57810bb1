// Compares the unsaved changes with another admin's version of the game. The user chooses a value for each field that
// both admins have changed, or postpones the choice.

import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import { artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { orderedModes, type PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { ShownValue } from '#ui/fields/shown-value.tsx';
import layout from '#ui/layout.module.css';
import styles from './conflict-dialog.module.css';
import { compareEdits, type EditorValues, valuesOf } from './draft/editor-values.ts';
import type { GameEditor } from './draft/use-game-editor.ts';

type Side = 'theirs' | 'mine';

export function ConflictDialog({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const { base, values: mine, fields, game } = editor;
  const theirs = valuesOf(game);
  const { inBoth, onlyTheirs } = compareEdits(valuesOf(base), mine, theirs);
  const [chosen, setChosen] = useState<Partial<Record<EditableField, Side>>>({});
  const chooseAll = (side: Side) => setChosen(Object.fromEntries(inBoth.map((field) => [field, side])));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    editor.resolve(inBoth.filter((field) => chosen[field] === 'theirs'));
  };
  const onlyMine = fields.filter((field) => !inBoth.includes(field));
  return (
    <Dialog
      heading={t('conflict.heading')}
      closeLabel={t('conflict.later')}
      size="52rem"
      onClose={editor.stopComparing}
    >
      <form className={layout.stack5} onSubmit={handleSubmit}>
        <p className={layout.dim}>{t('conflict.lead')}</p>
        {inBoth.length > 1 && (
          <Group gap="var(--space-3)">
            <Button variant="default" size="sm" onClick={() => chooseAll('theirs')}>
              {t('conflict.allTheirs')}
            </Button>
            <Button variant="default" size="sm" onClick={() => chooseAll('mine')}>
              {t('conflict.allMine')}
            </Button>
          </Group>
        )}
        {inBoth.map((field) => (
          <ConflictField
            key={field}
            field={field}
            theirs={theirs[field]}
            mine={mine[field]}
            chosen={chosen[field]}
            onChoose={(side) => setChosen((now) => ({ ...now, [field]: side }))}
          />
        ))}
        <OtherFields heading={t('conflict.onlyTheirs')} fields={onlyTheirs} values={theirs} />
        <OtherFields heading={t('conflict.onlyMine')} fields={onlyMine} values={mine} />
        <Group justify="flex-end" gap="var(--space-3)">
          <Button variant="default" onClick={editor.stopComparing}>
            {t('conflict.later')}
          </Button>
          <Button type="submit">{t('conflict.save')}</Button>
        </Group>
      </form>
    </Dialog>
  );
}

interface ConflictFieldProps {
  field: EditableField;
  theirs: EditorValues[EditableField];
  mine: EditorValues[EditableField];
  chosen: Side | undefined;
  onChoose(side: Side): void;
}

/** A field that both admins have changed, with a choice between the two values. */
function ConflictField({ field, chosen, onChoose, ...values }: ConflictFieldProps) {
  const { t } = useTranslation('gameEditor');
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>
        <span className={styles.fieldName}>{t(`fields.${field}`)}</span>
      </legend>
      {(['theirs', 'mine'] as const).map((side) => (
        <label key={side} className={styles.side}>
          <input
            type="radio"
            name={name}
            value={side}
            checked={chosen === side}
            // No value is preselected, so that the user considers each one.
            required
            onChange={() => onChoose(side)}
          />
          <span className={layout.strong}>{t(`conflict.${side}`)}</span>
          <span className={layout.wide}>
            <FieldValue value={values[side]} field={field} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface OtherFieldsProps {
  heading: string;
  fields: readonly EditableField[];
  values: EditorValues;
}

/** The fields that only one admin has changed. */
function OtherFields({ heading, fields, values }: OtherFieldsProps) {
  const { t } = useTranslation('gameEditor');
  if (fields.length === 0) return null;
  return (
    <section>
      <h3>{heading}</h3>
      <dl className={styles.others}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{t(`fields.${field}`)}</dt>
            <dd>
              <FieldValue value={values[field]} field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface FieldValueProps {
  field: EditableField;
  value: EditorValues[EditableField];
}

function textOf(field: EditableField, items: string[], nameOf: (mode: PlayMode) => string): string {
  if (field === 'modes') return orderedModes(items).map(nameOf).join(', ');
  return items.join(field === 'genres' ? ', ' : '\n');
}

function FieldValue({ field, value }: FieldValueProps) {
  const { t } = useTranslation('gameEditor');
  const items = [value ?? ''].flat().filter((item) => item.trim() !== '');
  const isPicture = field === 'boxArtUrl' || field === 'gameplayImages';
  const pictures = items.map((url, index) => ({
    src: artworkUrlAt(url, 200),
    alt: t('conflict.picture', { number: index + 1 }),
  }));
  return (
    <ShownValue
      text={textOf(field, items, (mode) => t(`modes.${mode}`))}
      pictures={isPicture ? pictures : undefined}
      empty={t('conflict.empty')}
    />
  );
}
