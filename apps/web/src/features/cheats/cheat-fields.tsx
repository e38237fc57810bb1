// What a new cheat file is, beside its name: platform, type, version, author, description, instructions. Used by its form.
import {
  type CheatPlatform,
  type CheatType,
  cheatPlatforms,
  cheatTypes,
} from '@cellar/contract/rules/cheats.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import type { CheatDraft } from './cheat-draft.ts';
import styles from './cheat-form.module.css';

interface CheatFieldsProps {
  draft: CheatDraft;
  isDisabled: boolean;
  change(part: Partial<CheatDraft>): void;
}

export function CheatFields(props: CheatFieldsProps) {
  return (
    <>
      <CheatKind {...props} />
      <CheatTexts {...props} />
    </>
  );
}

function CheatKind({ draft, isDisabled, change }: CheatFieldsProps) {
  const { t } = useTranslation('cheatsAdmin');
  const { t: tCheats } = useTranslation('cheats');
  return (
    <>
      <Select
        label={t('platform')}
        data={[...cheatPlatforms]}
        value={draft.platform}
        disabled={isDisabled}
        onChange={(event) => change({ platform: event.currentTarget.value as CheatPlatform })}
      />
      <Select
        label={t('type')}
        data={cheatTypes.map((type) => ({ value: type, label: tCheats(`type.${type}`) }))}
        value={draft.type}
        disabled={isDisabled}
        onChange={(event) => change({ type: event.currentTarget.value as CheatType })}
      />
    </>
  );
}

const lines = [
  ['version', 100],
  ['author', 200],
] as const;

const paragraphs = [
  ['description', 5000],
  ['instructions', 20_000],
] as const;

function CheatTexts({ draft, isDisabled, change }: CheatFieldsProps) {
  const { t } = useTranslation('cheatsAdmin');
  return (
    <>
      {lines.map(([field, maxLength]) => (
        <TextInput
          key={field}
          label={t(field)}
          maxLength={maxLength}
          value={draft[field]}
          disabled={isDisabled}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
      {paragraphs.map(([field, maxLength]) => (
        <Textarea
          key={field}
          className={styles.wide ?? ''}
          label={t(field)}
          size="md"
          rows={3}
          maxLength={maxLength}
          value={draft[field]}
          disabled={isDisabled}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
    </>
  );
}
