// The dialog that creates an API token: first a form, then the token, which is shown only once.
import layout from '#ui/layout.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { BodyInputOf, Scope } from '@cellar/contract/endpoint.ts';
import { Button, Checkbox, Input, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueTexts } from '#i18n/issue-text.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { formatDays } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { apiTokensQuery } from '../account.queries.ts';
import styles from './api-tokens.module.css';

const days = [7, 30, 90];
const yearDays = 365;

export interface CreateTokenProps {
  /** The scopes that the member may choose. */
  scopes: readonly Scope[];
  onClose(): void;
}

export function CreateToken({ scopes, onClose }: CreateTokenProps) {
  const { t } = useTranslation('apiTokens');
  const [token, setToken] = useState<string>();
  return (
    // The token is not shown again, so the dialog then stays until its button is pressed.
    <Dialog
      heading={t(token ? 'createdHeading' : 'newHeading')}
      keepsText={!token}
      onClose={token ? undefined : onClose}
    >
      {token ? (
        <NewToken token={token} onDone={onClose} />
      ) : (
        <TokenForm offered={scopes} onCreated={setToken} />
      )}
    </Dialog>
  );
}

function NewToken({ token, onDone }: { token: string; onDone(): void }) {
  const { t } = useTranslation('apiTokens');
  return (
    <div className={layout.stack4}>
      <Notice kind="info">{t('createdLead')}</Notice>
      <p className={styles.token}>
        <code>{token}</code>
      </p>
      <div className={layout.split}>
        <CopyButton isMain text={token} label={t('copy')} />
        <Button variant="default" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

interface TokenFormProps {
  offered: readonly Scope[];
  onCreated(token: string): void;
}

function TokenForm({ offered, onCreated }: TokenFormProps) {
  const { t } = useTranslation('apiTokens');
  const create = useCreateToken(onCreated);
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [isMissing, setMissing] = useState(false);
  const [isUnnamed, setUnnamed] = useState(false);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { name, expiry } = textFieldsOf(form, 'name', 'expiry');
    const hasName = name.trim() !== '';
    setMissing(scopes.length === 0);
    setUnnamed(!hasName);
    if (!hasName) return focusField(form, 'name');
    if (create.isPending || scopes.length === 0) return;
    create.mutate({
      name,
      scopes: [...scopes],
      expiresInDays: Number(expiry) || null,
    });
  };
  return (
    <form className={layout.stack4} onSubmit={handleSubmit} noValidate>
      <TextInput
        name="name"
        label={t('name')}
        description={t('nameHint')}
        error={isUnnamed ? t('needsName') : issueTexts(create.error).name}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        required
      />
      <ScopesField
        offered={offered}
        scopes={scopes}
        error={isMissing && scopes.length === 0 ? t('chooseScope') : undefined}
        onChange={setScopes}
      />
      <ExpiryField />
      <Button type="submit" className={styles.submit} loading={create.isPending}>
        {t('create')}
      </Button>
    </form>
  );
}

interface ScopesFieldProps {
  offered: readonly Scope[];
  scopes: readonly Scope[];
  error: string | undefined;
  onChange(scopes: readonly Scope[]): void;
}

function ScopesField({ offered, scopes, error, onChange }: ScopesFieldProps) {
  const { t } = useTranslation('apiTokens');
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope));
  return (
    <fieldset className={layout.stack3}>
      <Input.Label component="legend" size="md" className={styles.legend}>
        {t('scopesLabel')}
      </Input.Label>
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          size="md"
          color="amber"
          iconColor="var(--on-amber)"
          classNames={{ input: styles.box }}
          label={t(`scopes.${scope}`)}
          description={t(`scopeHints.${scope}`)}
          checked={scopes.includes(scope)}
          onChange={(event) => toggle(scope, event.currentTarget.checked)}
        />
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </fieldset>
  );
}

function ExpiryField() {
  const { t, i18n } = useTranslation('apiTokens');
  const year = { style: 'unit', unit: 'year', unitDisplay: 'long' } as const;
  return (
    <Select
      name="expiry"
      label={t('expiry')}
      defaultValue="90"
      data={[
        ...days.map((count) => ({ value: String(count), label: formatDays(count, i18n.language) })),
        { value: String(yearDays), label: new Intl.NumberFormat(i18n.language, year).format(1) },
        { value: 'never', label: t('never') },
      ]}
    />
  );
}

function useCreateToken(onCreated: (token: string) => void) {
  const { t } = useTranslation('apiTokens');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof deferredApi.createApiToken>) =>
      client.call(deferredApi.createApiToken, { body }),
    onSuccess: ({ token }) => {
      void queryClient.invalidateQueries({ queryKey: apiTokensQuery(client).queryKey });
      onCreated(token);
    },
    onError: (error) => {
      // An error of the name is shown at its field.
      if (!issueTexts(error).name) toastRefusal(error, t('createFailed'));
    },
    // The secret does not stay in memory longer than the dialog.
    gcTime: 0,
  });
}
