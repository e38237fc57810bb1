// The title as a field, in the heading's place. Enter saves. Used by the editor's page.
import { TextInput, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GameEditor } from '../draft/use-game-editor.ts';
import styles from './title-editor.module.css';

export function TitleEditor({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        editor.save();
      }}
    >
      <VisuallyHidden component="h1">{editor.game.title}</VisuallyHidden>
      <TextInput
        label={t('fields.title')}
        classNames={{ input: styles.input }}
        value={editor.values.title}
        error={editor.errors.title}
        autoComplete="off"
        autoFocus
        required
        onChange={(event) => editor.set('title', event.currentTarget.value)}
      />
    </form>
  );
}
