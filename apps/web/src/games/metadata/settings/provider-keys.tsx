// The keys of a metadata provider. They can be set and removed; at most their last characters are visible.

import type { MetadataKeyName, MetadataProviderStatus, ProviderId } from '@cellar/contract/games/metadata.ts';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueText } from '#i18n/issue-text.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './metadata-settings.module.css';
import { useChangeMetadataSettings } from './metadata-settings.queries.ts';

/** The pages where admins obtain keys. */
const keyPages: Record<ProviderId, string | undefined> = {
  steam: undefined,
  igdb: 'https://dev.twitch.tv/console/apps',
  rawg: 'https://rawg.io/apidocs',
};

type Key = MetadataProviderStatus['keys'][number];
type Typed = Partial<Record<MetadataKeyName, string>>;

export function ProviderKeys({ provider: { id, name, keys } }: { provider: MetadataProviderStatus }) {
  const { t } = useTranslation('metadataSettings');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>({});
  const change = useChangeMetadataSettings();
  const issues = change.error?.body?.issues ?? [];
  const page = keyPages[id];
  const filled = Object.entries(typed).filter(([, key]) => key.trim() !== '');
  const isChanged = filled.length > 0;
  useUnsaved({ isUnsaved: isChanged, what: t('keys.unsaved', { name }) });
  // A toast says that the keys were saved.
  useSaveBar(form, { isChanged, isSaving: change.isPending, isSaved: false, discard: () => setTyped({}) });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || change.isPending) return;
    const wanted = Object.fromEntries(filled.map(([key, value]) => [key, value.trim()]));
    change.mutate(
      { keys: wanted },
      {
        onSuccess() {
          setTyped({});
          toast.success(t('keys.saved'));
        },
      },
    );
  };
  return (
    <form ref={form} className={layout.stack3} onSubmit={handleSubmit} noValidate>
      {keys.map((key) => (
        <KeyField
          key={key.name}
          providerName={name}
          providerKey={key}
          value={typed[key.name] ?? ''}
          error={issues.find(({ path }) => path.endsWith(key.name))?.message}
          onChange={(value) => setTyped((now) => ({ ...now, [key.name]: value }))}
        />
      ))}
      {/* Without a submit button, Enter would do nothing in a form with several fields. */}
      <input type="submit" hidden />
      {page && (
        <a className={styles.link} href={page} target="_blank" rel="noreferrer noopener">
          {t('keysFrom', { address: page.replace('https://', '') })} {t('opensTab')}
        </a>
      )}
    </form>
  );
}

interface KeyFieldProps {
  providerName: string;
  providerKey: Key;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

function KeyField({ providerName, providerKey, value, error, onChange }: KeyFieldProps) {
  const { t } = useTranslation('metadataSettings');
  const { name, isSet, isReadable, isFromEnvironment } = providerKey;
  const label = t(`keys.${name}`);
  return (
    <div className={styles.key}>
      <PasswordInput
        className={styles.keyField}
        label={label}
        description={useKeyState(providerKey)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="md"
        value={value}
        error={(isSet && !isReadable && t('keys.unreadable')) || (error && issueText(error))}
        disabled={isFromEnvironment}
        // Prevents the browser from filling in the admin's own password.
        autoComplete="new-password"
        maxLength={200}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isSet && !isFromEnvironment && <RemoveKey name={name} label={label} providerName={providerName} />}
    </div>
  );
}

function useKeyState({ isSet, isReadable, hint, isFromEnvironment }: Key): string | undefined {
  const { t } = useTranslation('metadataSettings');
  if (isFromEnvironment) return t('keys.fromEnvironment');
  if (!isSet) return t('keys.notSet');
  if (!isReadable) return undefined;
  return hint ? t('keys.isSetHint', { hint }) : t('keys.isSet');
}

function RemoveKey({
  name,
  label,
  providerName,
}: {
  name: MetadataKeyName;
  label: string;
  providerName: string;
}) {
  const { t } = useTranslation('metadataSettings');
  const [isAsking, setAsking] = useState(false);
  const change = useChangeMetadataSettings();
  const handleRemove = () =>
    change.mutate(
      { keys: { [name]: null } },
      {
        onSuccess: () => toast.success(t('keys.removed', { key: label })),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={t('keys.removeOf', { key: label })}
        onClick={() => setAsking(true)}
      >
        {t('keys.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('keys.ask', { key: label })}
        text={t('keys.askText', { name: providerName })}
        confirmLabel={t('keys.remove')}
        cancelLabel={t('keys.keep')}
        isBusy={change.isPending}
        onConfirm={handleRemove}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
