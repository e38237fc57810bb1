// The fields for title and description, shown in place of the page's own texts.
import { limits } from '@cellar/contract/rules/limits.ts';
import { Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GameEditor } from '../draft/use-game-editor.ts';
import styles from './metadata-form.module.css';

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
        classNames={{ input: styles.title }}
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

export function DescriptionEditor({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const { description } = editor.values;
  const max = limits.gameDescriptionMax;
  return (
    <Textarea
      label={t('fields.description')}
      description={t('descriptionHint', { count: description.length, max })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: styles.description }}
      value={description}
      error={editor.errors.description}
      size="md"
      autoFocus
      onChange={(event) => editor.set('description', event.currentTarget.value)}
    />
  );
}
