// The platforms that admins have added to the fixed list, with a form, which presets can fill in.

import type { OwnPlatform } from '@cellar/contract/games/platforms.ts';
import { platformWords } from '@cellar/contract/games/rules/platform-guess.ts';
import {
  type PlatformIcon,
  platformIcons,
  platformPresets,
} from '@cellar/contract/games/rules/platform-presets.ts';
import { ownPlatformMax } from '@cellar/contract/games/rules/platforms.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Flex, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { ownPlatformsQuery } from '#lib/own-platforms.ts';
import { useApi } from '#lib/services-context.ts';
import { DialogForm } from '#ui/dialogs/dialog-form.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import { OwnPlatformIcon } from '#ui/own-platform-icon.tsx';
import { Section } from '#ui/section.tsx';
import { PlatformList, useSavePlatform } from './platform-list.tsx';
import styles from './platforms.module.css';

export function PlatformSettings() {
  const { t } = useTranslation('platforms');
  // Refetched to show changes by other admins, and the current number of games.
  const query = useQuery({ ...ownPlatformsQuery(useApi()), staleTime: 0 });
  const [draft, setDraft] = useState<PlatformDraft>();
  const platforms = query.data;
  const isFull = platforms !== undefined && platforms.length >= limits.ownPlatforms;
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && <LoadingBlock label={t('loading')} height="12rem" />}
      {query.isError && !platforms && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {platforms && (
        <Flex direction="column" gap="var(--space-4)">
          {platforms.length === 0 ? (
            <Text c="dimmed">{t('empty')}</Text>
          ) : (
            <PlatformList
              platforms={platforms}
              onEdit={({ _id, name, aliases, icon }) =>
                setDraft({ _id, name, aliases: aliases.join(', '), icon })
              }
            />
          )}
          {isFull && <Notice kind="info">{t('full', { count: limits.ownPlatforms })}</Notice>}
          <Button
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={18} />}
            disabled={isFull}
            onClick={() => setDraft(emptyPlatform)}
          >
            {t('add')}
          </Button>
        </Flex>
      )}
      {draft && (
        <PlatformDialog first={draft} platforms={platforms ?? []} onClose={() => setDraft(undefined)} />
      )}
    </Section>
  );
}

function keyOf(text: string): string {
  return platformWords(text).join(' ');
}

interface PlatformDraft {
  /** The id of the stored platform; absent for a new one. */
  _id?: string;
  name: string;
  /** Separated by commas. */
  aliases: string;
  icon: PlatformIcon;
}

/** The form to add or edit a platform. */
const emptyPlatform: PlatformDraft = { name: '', aliases: '', icon: 'console' };

/** All aliases with their commas. */
const aliasesMax = limits.aliasesPerPlatform * (ownPlatformMax + 2);

interface PlatformDialogProps {
  first: PlatformDraft;
  platforms: OwnPlatform[];
  onClose(): void;
}

function PlatformDialog({ first, platforms, onClose }: PlatformDialogProps) {
  const { t } = useTranslation('platforms');
  const [draft, setDraft] = useState(first);
  const [wasSent, setSent] = useState(false);
  const isNew = first._id === undefined;
  const save = useSavePlatform(onClose);
  const issues = issuesOf(save.error);
  const change = (part: Partial<PlatformDraft>) => {
    save.reset();
    setDraft((current) => ({ ...current, ...part }));
  };
  const handleSubmit = () => {
    setSent(true);
    if (draft.name.trim() === '') return;
    const aliases = draft.aliases.split(',').flatMap((alias) => alias.trim() || []);
    save.mutate({ ...draft, aliases });
  };
  return (
    <DialogForm
      heading={t(isNew ? 'form.add' : 'form.edit')}
      size="40rem"
      submitLabel={t(isNew ? 'form.submit' : 'form.save')}
      isBusy={save.isPending}
      isUnsaved={JSON.stringify(draft) !== JSON.stringify(first)}
      noValidate
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {isNew && <PresetChoice platforms={platforms} onChange={change} />}
      <TextInput
        label={t('form.name')}
        description={isNew ? undefined : t('form.renameHint')}
        withAsterisk
        data-autofocus
        maxLength={ownPlatformMax}
        autoComplete="off"
        value={draft.name}
        error={wasSent && draft.name.trim() === '' ? t('form.required') : issues.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('form.aliases')}
        description={t('form.aliasesHint')}
        maxLength={aliasesMax}
        spellCheck={false}
        autoComplete="off"
        value={draft.aliases}
        error={issues.aliases}
        onChange={(event) => change({ aliases: event.currentTarget.value })}
      />
      <IconChoice value={draft.icon} onChange={(icon) => change({ icon })} />
    </DialogForm>
  );
}

interface PresetChoiceProps {
  platforms: OwnPlatform[];
  onChange(preset: PlatformDraft): void;
}

/** Fills in a common platform. */
function PresetChoice({ platforms, onChange }: PresetChoiceProps) {
  const { t } = useTranslation('platforms');
  const [chosen, setChosen] = useState('');
  const known = new Set(platforms.flatMap(({ name, aliases }) => [name, ...aliases].map(keyOf)));
  const handleChange = (name: string) => {
    setChosen(name);
    const preset = platformPresets.find((one) => one.name === name);
    if (!preset) return onChange(emptyPlatform);
    // Another platform may have one of the aliases already.
    const free = preset.aliases.filter((alias) => !known.has(keyOf(alias)));
    onChange({ name, aliases: free.join(', '), icon: preset.icon });
  };
  return (
    <Select
      label={t('presets.label')}
      value={chosen}
      onChange={(event) => handleChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('presets.none') },
        ...platformPresets.filter(({ name }) => !known.has(keyOf(name))).map(({ name }) => name),
      ]}
    />
  );
}

/** Returns the server's messages by field. An alias has the path `aliases.3`. */
function issuesOf(error: ApiError | null): { name?: string | undefined; aliases?: string | undefined } {
  const [issue] = error?.body?.issues ?? [];
  if (!error || !issue) return {};
  const field = issue.path.startsWith('aliases') ? 'aliases' : 'name';
  const text = error.code === 'platform_taken' ? errorText(error, '') : Object.values(issueTexts(error))[0];
  return { [field]: text };
}

interface IconChoiceProps {
  value: PlatformIcon;
  onChange(icon: PlatformIcon): void;
}

/** Chooses the icon of a platform: a radio group of pictures. */
function IconChoice({ value, onChange }: IconChoiceProps) {
  const { t } = useTranslation('platforms');
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t('form.icon')}</legend>
      <div className={styles.icons}>
        {platformIcons.map((icon) => (
          <label key={icon} className={styles.iconOption} title={t(`icons.${icon}`)}>
            <input
              type="radio"
              name="platform-icon"
              aria-label={t(`icons.${icon}`)}
              checked={icon === value}
              onChange={() => onChange(icon)}
            />
            <OwnPlatformIcon icon={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
