// The form to add or edit a platform.

import type { PlatformIcon } from '@cellar/contract/games/rules/platform-icons.ts';
import { ownPlatformMax } from '@cellar/contract/games/rules/platforms.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { IconChoice } from './icon-choice.tsx';
import styles from './platforms.module.css';
import { useSavePlatform } from './use-platform-changes.ts';

export interface PlatformDraft {
  /** The id of the stored platform; absent for a new one. */
  _id?: string;
  name: string;
  /** Separated by commas. */
  aliases: string;
  icon: PlatformIcon;
}

export const emptyPlatform: PlatformDraft = { name: '', aliases: '', icon: 'console' };

/** All aliases with their commas. */
const aliasesMax = limits.aliasesPerPlatform * (ownPlatformMax + 2);

export function PlatformDialog({ first, onClose }: { first: PlatformDraft; onClose(): void }) {
  const { t } = useTranslation('platforms');
  const [draft, setDraft] = useState(first);
  const [wasSent, setSent] = useState(false);
  const isNew = first._id === undefined;
  const isUnsaved = draft.name !== first.name || draft.aliases !== first.aliases || draft.icon !== first.icon;
  const confirmDiscard = useUnsaved({ isUnsaved, what: t('form.unsaved') });
  const save = useSavePlatform(onClose);
  const issues = issuesOf(save.error);
  const change = (part: Partial<PlatformDraft>) => {
    save.reset();
    setDraft((current) => ({ ...current, ...part }));
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (draft.name.trim() === '' || save.isPending) return;
    const aliases = draft.aliases.split(',').flatMap((alias) => alias.trim() || []);
    save.mutate({ ...draft, aliases });
  };
  return (
    <Dialog
      heading={t(isNew ? 'form.add' : 'form.edit')}
      size="40rem"
      onClose={() => confirmDiscard(onClose)}
    >
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
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
        <Group gap="var(--space-3)">
          <Button type="submit" loading={save.isPending}>
            {t(isNew ? 'form.submit' : 'form.save')}
          </Button>
          <Button variant="default" onClick={() => confirmDiscard(onClose)}>
            {t('form.cancel')}
          </Button>
        </Group>
      </form>
    </Dialog>
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
