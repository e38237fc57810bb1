// The API tokens of the member: the list, and the button to create one.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { ApiToken } from '@cellar/contract/people/api-tokens.endpoints.ts';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { apiTokensQuery } from '../account.queries.ts';
import styles from './api-tokens.module.css';
import { CreateToken, type CreateTokenProps } from './create-token.tsx';

type ApiTokensProps = Pick<CreateTokenProps, 'scopes'> & { hasPassword: boolean };

export function ApiTokens({ scopes, hasPassword }: ApiTokensProps) {
  const { t } = useTranslation('apiTokens');
  const [isCreating, setCreating] = useState(false);
  return (
    <Section
      heading={t('heading')}
      lead={t(hasPassword ? 'lead' : 'leadWithoutPassword')}
      anchor="api-tokens"
      action={
        <div className={styles.head}>
          <a href="/api/docs">{t('reference')}</a>
          <Button
            variant="default"
            leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('create')}
          </Button>
        </div>
      }
    >
      <TokenList />
      {isCreating && <CreateToken scopes={scopes} onClose={() => setCreating(false)} />}
    </Section>
  );
}

function TokenList() {
  const query = useQuery(apiTokensQuery(useApi()));
  if (query.isError && !query.data) return <LoadFailedNotice onRetry={() => void query.refetch()} />;
  if (!query.data?.tokens.length) return null;
  return (
    <ul className={entries.list}>
      {query.data.tokens.map((token) => (
        <li key={token._id}>
          <TokenRow token={token} />
        </li>
      ))}
    </ul>
  );
}

function TokenRow({ token }: { token: ApiToken }) {
  const { t, i18n } = useTranslation('apiTokens');
  const { name, scopes } = token;
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevoke();
  const names = scopes.map((scope) => t(`scopes.${scope}`));
  const handleConfirm = () => {
    setAsking(false);
    revoke.mutate(token._id);
  };
  return (
    <ListRow
      name={<h3>{name}</h3>}
      badges={isExpired(token) && <Badge tone="bad">{t('expired')}</Badge>}
      detail={new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names)}
      facts={<TokenFacts token={token} />}
      actions={
        <>
          <Button
            variant="default"
            size="sm"
            aria-label={t('revokeOf', { name })}
            loading={revoke.isPending}
            onClick={() => setAsking(true)}
          >
            {t('revoke')}
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            question={t('revokeQuestion', { name })}
            text={t('revokeText')}
            confirmLabel={t('revoke')}
            onConfirm={handleConfirm}
            onCancel={() => setAsking(false)}
          />
        </>
      }
    />
  );
}

function TokenFacts({ token }: { token: ApiToken }) {
  const { t, i18n } = useTranslation('apiTokens');
  const { expiresAt, lastUsedAt, lastUsedNetwork: network } = token;
  const ago = lastUsedAt && formatAgo(lastUsedAt, i18n.language);
  const date = expiresAt && formatDate(expiresAt, i18n.language);
  return (
    <>
      <span>
        {!date ? t('neverExpires') : isExpired(token) ? t('expiredOn', { date }) : t('expires', { date })}
      </span>
      <span>
        {!ago ? t('neverUsed') : network ? t('lastUsedFrom', { ago, network }) : t('lastUsed', { ago })}
      </span>
    </>
  );
}

export function isExpired({ expiresAt }: ApiToken): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

function useRevoke() {
  const { t } = useTranslation('apiTokens');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call(deferredApi.revokeApiToken, { params: { id } }),
    onSuccess: ({ message }) => toast.success(answerText(message, t('revoked'))),
    onError: (error) => toast.error(errorText(error, t('revokeFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery(client).queryKey }),
  });
}
