// The form for a new invitation, for one email address or for a number of uses.
import type { Language } from '@cellar/contract/accounts.ts';
import { api } from '@cellar/contract/api.ts';
import type { BodyInputOf, ResponseOf } from '@cellar/contract/endpoint.ts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText, issueText } from '#i18n/error-text.ts';
import { currentLanguage } from '#i18n/language.ts';
import { languageNames, languages } from '#i18n/languages.ts';
import { useApi } from '#lib/api-context.ts';
import { formatDays } from '#lib/format-time.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Select } from '#ui/fields/select.tsx';
import { toast } from '#ui/toasts/toast.tsx';

type Body = BodyInputOf<typeof api.createInvitation>;

interface Values {
  kind: 'address' | 'anybody';
  email: string;
  maxUses: string;
  expiresInDays: string;
  language: Language;
}

const expiries = [1, 3, 7, 14, 30, 90, 365];

export interface InviteFormProps {
  onCreated(created: ResponseOf<typeof api.createInvitation>): void;
}

export function InviteForm({ onCreated }: InviteFormProps) {
  const { t, i18n } = useTranslation('users');
  const form = useInviteForm();
  const create = useCreateInvitation(form.setErrors, onCreated);
  const isForAddress = form.values.kind === 'address';
  const handleSubmit = form.onSubmit((values) => {
    if (!create.isPending) create.mutate(bodyOf(values));
  });
  return (
    <form style={{ display: 'flex', flexDirection: 'column', gap: 'var(--space-4)' }} onSubmit={handleSubmit}>
      <Select
        {...form.getInputProps('kind')}
        label={t('invitations.for')}
        data={[
          { value: 'address', label: t('invitations.forAddress') },
          { value: 'anybody', label: t('invitations.forAnybody') },
        ]}
      />
      {isForAddress ? (
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label={t('invitations.email')}
          description={t('invitations.emailHint')}
          autoComplete="off"
          data-autofocus
          required
        />
      ) : (
        <TextInput
          {...form.getInputProps('maxUses')}
          type="number"
          label={t('invitations.uses')}
          description={t('invitations.usesHint')}
          min={1}
          max={1000}
          step={1}
          required
        />
      )}
      <Select
        {...form.getInputProps('expiresInDays')}
        label={t('invitations.expiry')}
        data={expiries.map((days) => ({ value: String(days), label: formatDays(days, i18n.language) }))}
      />
      {isForAddress && (
        <Select
          {...form.getInputProps('language')}
          label={t('invitations.language')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      )}
      <Button type="submit" style={{ alignSelf: 'flex-end' }} loading={create.isPending}>
        {t('invitations.submit')}
      </Button>
    </form>
  );
}

function useInviteForm() {
  return useForm<Values>({
    initialValues: {
      kind: 'address',
      email: '',
      maxUses: '1',
      expiresInDays: '7',
      language: currentLanguage(),
    },
  });
}

function bodyOf({ kind, email, maxUses, expiresInDays, language }: Values): Body {
  const shared = { expiresInDays: Number(expiresInDays), language };
  return kind === 'address' ? { ...shared, email } : { ...shared, maxUses: Number(maxUses) };
}

function useCreateInvitation(
  setErrors: (errors: Record<string, string>) => void,
  onCreated: InviteFormProps['onCreated'],
) {
  const { t } = useTranslation('users');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => client.call(api.createInvitation, { body }),
    onSuccess: (created) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.invitations });
      onCreated(created);
    },
    onError: (error) => {
      const issues = error.body?.issues ?? [];
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, issueText(message)])));
      if (issues.length === 0) toast.error(errorText(error, t('invitations.createFailed')));
    },
  });
}
