import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import type { Profile } from '@cellar/contract/people/accounts.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { textFieldsOf } from '#lib/form-fields.ts';
import { formatDate } from '#lib/format.ts';
import { useKeptText } from '#lib/kept-text-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import styles from './account.module.css';
import { profileQuery } from './account.queries.ts';

export type ProfileTabProps = ProfileSectionProps & DeleteAccountProps;

export function ProfileTab({ onRenamed, onDeleted }: ProfileTabProps) {
  return (
    <div className={layout.stack5}>
      <ProfileSection onRenamed={onRenamed} />
      <DeleteAccount onDeleted={onDeleted} />
    </div>
  );
}

interface ProfileSectionProps {
  /** Called with the saved name and email address. */
  onRenamed(account: { name: string; email: string }): void;
}

function ProfileSection({ onRenamed }: ProfileSectionProps) {
  const { t } = useTranslation('account');
  const query = useQuery(profileQuery(useApi()));
  const profile = query.data;
  return (
    <Section heading={t('profile.heading')} lead={t('profile.lead')}>
      {profile ? (
        // The key remounts the form, so that its fields show the saved values.
        <ProfileForm
          key={`${profile.name} ${profile.email} ${profile.pendingEmail}`}
          profile={profile}
          onRenamed={onRenamed}
        />
      ) : query.isError ? (
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="15rem" />
      )}
    </Section>
  );
}

function ProfileForm({ profile, onRenamed }: ProfileSectionProps & { profile: Profile }) {
  const { t, i18n } = useTranslation('account');
  const { email, pendingEmail, createdAt } = profile;
  const update = useUpdateProfile(onRenamed);
  const [isChanged, setChanged] = useState(false);
  const keepText = useKeptText('profile');
  useUnsaved({ isUnsaved: isChanged, what: t('profile.unsaved') });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending) return;
    const form = event.currentTarget;
    const typed = textFieldsOf(form, 'name', 'email');
    // The form is remounted anyway if the profile has changed.
    const onSuccess = () => {
      form.reset();
      setChanged(false);
    };
    update.mutate({ name: typed.name.trim(), email: typed.email.trim() }, { onSuccess });
  };
  return (
    <>
      {pendingEmail && (
        <Notice kind="info">{t('profile.pending', { email: pendingEmail, current: email })}</Notice>
      )}
      <form
        ref={keepText}
        className={styles.form}
        onSubmit={handleSubmit}
        onInput={(event) => setChanged(isChangedIn(event.currentTarget))}
      >
        <ProfileFields profile={profile} />
        <p className={`${layout.small} ${layout.wide}`}>
          {t('profile.memberSince', { date: formatDate(createdAt, i18n.language) })}
        </p>
        <Button type="submit" className={layout.wide} loading={update.isPending}>
          {t('profile.save')}
        </Button>
      </form>
    </>
  );
}

function ProfileFields({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account');
  return (
    <>
      <TextInput
        name="name"
        label={t('profile.name')}
        defaultValue={profile.name}
        autoComplete="name"
        maxLength={100}
        required
      />
      <TextInput
        name="email"
        type="email"
        label={t('profile.email')}
        description={t('profile.emailHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        defaultValue={profile.email}
        autoComplete="email"
        required
      />
    </>
  );
}

/** Returns whether name or email differs. */
function isChangedIn({ elements }: HTMLFormElement): boolean {
  return ['name', 'email'].some((name) => {
    const field = elements.namedItem(name);
    return field instanceof HTMLInputElement && field.value !== field.defaultValue;
  });
}

function useUpdateProfile(onRenamed: ProfileSectionProps['onRenamed']) {
  const { t } = useTranslation('account');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof memberApi.updateProfile>) =>
      client.call(memberApi.updateProfile, { body }),
    onSuccess: (profile) => {
      queryClient.setQueryData(profileQuery(client).queryKey, profile);
      onRenamed(profile);
      // The form says what to do about a new address.
      toast.success(t('profile.saved'));
    },
    onError: (error) => toastRefusal(error, t('profile.failed')),
  });
}

interface DeleteAccountProps {
  onDeleted(): void;
}

function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation('account');
  const [isAsking, setAsking] = useState(false);
  const client = useApi();
  const remove = useMutation({
    // The API client asks for the password.
    mutationFn: () => client.call(memberApi.deleteOwnAccount, { body: {} }),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('delete.done')));
      onDeleted();
    },
    onError: (error) => toastRefusal(error, t('delete.failed')),
    onSettled: () => setAsking(false),
  });
  return (
    <Section
      heading={t('delete.heading')}
      lead={t('delete.lead')}
      action={
        <Button color="red" variant="default" onClick={() => setAsking(true)}>
          {t('delete.button')}
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isAsking}
        question={t('delete.question')}
        text={t('delete.text')}
        confirmLabel={t('delete.confirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </Section>
  );
}
