// The button that creates an invitation, and the list of invitations.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf, ResponseOf } from '@cellar/contract/endpoint.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Invitation } from '@cellar/contract/people/members.endpoints.ts';
import { Box, Button, Flex, Text, TextInput } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { currentLanguage, languageNames, languages } from '#i18n/language.ts';
import { formatDays } from '#lib/format.ts';
import { adminParts } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LinkWarning } from '#ui/feedback/link-warning.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { invitationsQuery } from './users.queries.ts';

/** `sendsMail`: whether there is a mail server. */
export function InviteButton({ sendsMail }: { sendsMail: boolean }) {
  const { t } = useTranslation('users');
  const [isInviting, setInviting] = useState(false);
  useLink(() => setInviting(true));
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailPlus size={18} stroke={1.7} />}
        onClick={() => setInviting(true)}
      >
        {t('invitations.create')}
      </Button>
      {isInviting && <InviteDialog sendsMail={sendsMail} onClose={() => setInviting(false)} />}
    </>
  );
}

/** The invitations, if there are any. */
export function Invitations() {
  const { t } = useTranslation('users');
  const query = useQuery(invitationsQuery(useApi()));
  if (query.data?.length === 0) return null;
  return (
    <Section heading={t('invitations.heading')} lead={t('invitations.lead')}>
      <InvitationList query={query} />
    </Section>
  );
}

/** Calls `onLink` when a link leads here, and then removes the fragment, so that Back and a reload do not lead here again. */
function useLink(onLink: () => void): void {
  const { hash, key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const handleLink = useEffectEvent(() => {
    onLink();
    void navigate(`${pathname}${search}`, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (key && hash === `#${adminParts.invitations.id}`) handleLink();
  }, [hash, key]);
}

function InvitationList({ query }: { query: UseQueryResult<Invitation[]> }) {
  const { t } = useTranslation('users');
  if (query.isPending) {
    return <LoadingList label={t('invitations.loading')} height="3rem" rows={2} />;
  }
  if (!query.data) {
    return (
      <Box mt="var(--space-4)">
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      </Box>
    );
  }
  return (
    <ul className={entries.list} aria-label={t('invitations.heading')}>
      {query.data.map((invitation) => (
        <li key={invitation._id}>
          <InvitationRow invitation={invitation} />
        </li>
      ))}
    </ul>
  );
}

type Created = ResponseOf<typeof adminApi.createInvitation>;

interface InviteDialogProps {
  /** Whether there is a mail server. Without one, the admin passes the link on. */
  sendsMail: boolean;
  onClose(): void;
}

/** The dialog that creates an invitation: first a form, then the link, which is shown only once. */
function InviteDialog({ sendsMail, onClose }: InviteDialogProps) {
  const { t } = useTranslation('users');
  const [created, setCreated] = useState<Created>();
  return (
    <Dialog
      heading={t(created ? 'invitations.createdHeading' : 'invitations.create')}
      keepsText={!created}
      onClose={onClose}
    >
      {created ? (
        <InviteLink created={created} sendsMail={sendsMail} onDone={onClose} />
      ) : (
        <InviteForm sendsMail={sendsMail} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface InviteLinkProps {
  created: Created;
  sendsMail: boolean;
  onDone(): void;
}

function InviteLink({ created: { url, invitation }, sendsMail, onDone }: InviteLinkProps) {
  const { t } = useTranslation('users');
  return (
    <Flex direction="column" gap="var(--space-4)">
      <LinkWarning link={url} />
      <Notice kind="info">{t('invitations.createdLead')}</Notice>
      <TextInput
        label={t('invitations.link')}
        value={url}
        readOnly
        styles={{
          input: { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-2)', textOverflow: 'ellipsis' },
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {invitation.email && (
        <Text c="dimmed" fz="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
          {t(sendsMail ? 'invitations.mailed' : 'invitations.notMailed', { email: invitation.email })}
        </Text>
      )}
      <div className={layout.split}>
        <CopyButton isMain text={url} label={t('invitations.copy')} />
        <Button variant="default" onClick={onDone}>
          {t('invitations.done')}
        </Button>
      </div>
    </Flex>
  );
}

type Body = BodyInputOf<typeof adminApi.createInvitation>;

const expiries = [1, 3, 7, 14, 30, 90, 365];

interface InviteFormProps {
  sendsMail: boolean;
  onCreated(created: Created): void;
}

function InviteForm({ sendsMail, onCreated }: InviteFormProps) {
  const { t, i18n } = useTranslation('users');
  // Without a mail server, a link for one person saves nothing.
  const [isForAddress, setForAddress] = useState(sendsMail);
  const create = useCreateInvitation(onCreated);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!create.isPending) create.mutate(bodyOf(new FormData(event.currentTarget)));
  };
  return (
    <form style={{ display: 'flex', flexDirection: 'column', gap: 'var(--space-4)' }} onSubmit={handleSubmit}>
      <Select
        label={t('invitations.for')}
        data={[
          { value: 'address', label: t('invitations.forAddress') },
          { value: 'anybody', label: t('invitations.forAnybody') },
        ]}
        value={isForAddress ? 'address' : 'anybody'}
        onChange={(event) => setForAddress(event.currentTarget.value === 'address')}
      />
      <AddressOrUses isForAddress={isForAddress} sendsMail={sendsMail} errors={issueTexts(create.error)} />
      <Select
        name="expiresInDays"
        label={t('invitations.expiry')}
        defaultValue="7"
        data={expiries.map((days) => ({ value: String(days), label: formatDays(days, i18n.language) }))}
      />
      <Select
        display={isForAddress && sendsMail ? undefined : 'none'}
        name="language"
        label={t('invitations.language')}
        defaultValue={currentLanguage()}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Button type="submit" style={{ alignSelf: 'flex-end' }} loading={create.isPending}>
        {t('invitations.submit')}
      </Button>
    </form>
  );
}

interface AddressOrUsesProps {
  isForAddress: boolean;
  sendsMail: boolean;
  errors: Record<string, string>;
}

function AddressOrUses({ isForAddress, sendsMail, errors }: AddressOrUsesProps) {
  const { t } = useTranslation('users');
  // A disabled field keeps its value, but is neither validated nor sent.
  const only = (isShown: boolean) => ({ display: isShown ? undefined : 'none', disabled: !isShown });
  return (
    <>
      <TextInput
        {...only(isForAddress)}
        name="email"
        type="email"
        label={t('invitations.email')}
        description={t(sendsMail ? 'invitations.emailHint' : 'invitations.unsentHint')}
        error={errors.email}
        autoComplete="off"
        data-autofocus
        required
      />
      <TextInput
        {...only(!isForAddress)}
        name="maxUses"
        type="number"
        label={t('invitations.uses')}
        description={t('invitations.usesHint')}
        error={errors.maxUses}
        defaultValue={1}
        min={1}
        max={1000}
        step={1}
        required
      />
    </>
  );
}

function bodyOf(fields: FormData): Body {
  const shared = {
    expiresInDays: Number(fields.get('expiresInDays')),
    language: fields.get('language') as Language,
  };
  const email = fields.get('email');
  return email === null
    ? { ...shared, maxUses: Number(fields.get('maxUses')) }
    : { ...shared, email: String(email) };
}

function useCreateInvitation(onCreated: InviteFormProps['onCreated']) {
  const { t } = useTranslation('users');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => client.call(adminApi.createInvitation, { body }),
    onSuccess: (created) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.invitations });
      onCreated(created);
    },
    onError: (error) => {
      if (!error.body?.issues?.length) toast.error(errorText(error, t('invitations.createFailed')));
    },
  });
}
