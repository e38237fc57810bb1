// The description as a field, in its own place. Used by the editor's page.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GameEditor } from '../draft/use-game-editor.ts';
import styles from './description-editor.module.css';

export function DescriptionEditor({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const { description } = editor.values;
  const max = limits.gameDescriptionMax;
  return (
    <Textarea
      label={t('fields.description')}
      description={t('descriptionHint', { count: description.length, max })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: styles.input }}
      value={description}
      error={editor.errors.description}
      size="md"
      autoFocus
      onChange={(event) => editor.set('description', event.currentTarget.value)}
    />
  );
}
