// What another admin saved meanwhile beside what stands here unsaved: a choice for each field that both have changed. It
// can be put off; nothing is lost by that. Used by the editor's page.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { compareEdits, valuesOf } from '../draft/editor-values.ts';
import type { GameEditor } from '../draft/use-game-editor.ts';
import styles from './conflict-dialog.module.css';
import { ConflictField, type Side } from './conflict-field.tsx';
import { FieldValue } from './field-value.tsx';

export function ConflictDialog({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const { base, values: mine, fields, game } = editor;
  const theirs = valuesOf(game);
  const { clashes, onlyTheirs } = compareEdits(valuesOf(base), mine, theirs);
  const [chosen, setChosen] = useState<Partial<Record<EditableField, Side>>>({});
  const chooseAll = (side: Side) => setChosen(Object.fromEntries(clashes.map((field) => [field, side])));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    editor.resolve(clashes.filter((field) => chosen[field] === 'theirs'));
  };
  const onlyMine = fields.filter((field) => !clashes.includes(field));
  return (
    <Dialog
      heading={t('conflict.heading')}
      closeLabel={t('conflict.later')}
      size="52rem"
      onClose={editor.stopComparing}
    >
      <form className={styles.form} onSubmit={handleSubmit}>
        <p className={styles.lead}>{t('conflict.lead')}</p>
        {clashes.length > 1 && (
          <div className={styles.all}>
            <Button variant="default" size="sm" onClick={() => chooseAll('theirs')}>
              {t('conflict.allTheirs')}
            </Button>
            <Button variant="default" size="sm" onClick={() => chooseAll('mine')}>
              {t('conflict.allMine')}
            </Button>
          </div>
        )}
        {clashes.map((field) => (
          <ConflictField
            key={field}
            field={field}
            theirs={theirs[field]}
            mine={mine[field]}
            chosen={chosen[field]}
            onChoose={(side) => setChosen((now) => ({ ...now, [field]: side }))}
          />
        ))}
        <Others heading={t('conflict.onlyTheirs')} fields={onlyTheirs} values={theirs} />
        <Others heading={t('conflict.onlyMine')} fields={onlyMine} values={mine} />
        <div className={styles.actions}>
          <Button variant="default" onClick={editor.stopComparing}>
            {t('conflict.later')}
          </Button>
          <Button type="submit">{t('conflict.save')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface OthersProps {
  heading: string;
  fields: readonly EditableField[];
  values: GameEditor['values'];
}

function Others({ heading, fields, values }: OthersProps) {
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
