// The logins of providers that are linked to the account.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { LoginLink, LoginLinks } from '@cellar/contract/people/login-providers.ts';
import { loginProblemOf } from '@cellar/contract/people/rules/login-providers.ts';
import { Button } from '@mantine/core';
import { IconLink, IconLogin2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { currentLanguage } from '#i18n/language.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { loginLinksQuery } from './account.queries.ts';
import styles from './rows.module.css';

/** Shows nothing on a site without login providers. */
export function LinkedLogins({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('oidc');
  const query = useQuery(loginLinksQuery(useApi()));
  useResult();
  const isEmpty = query.data?.links.length === 0 && query.data.providers.length === 0;
  if (isEmpty) return null;
  const isUnlinked = query.data?.links.length === 0;
  const lead = isUnlinked ? 'links.none' : hasPassword ? 'links.lead' : 'links.leadWithoutPassword';
  return (
    <Section heading={t('links.heading')} lead={t(lead)}>
      {query.data ? <Links {...query.data} /> : <LoadFailedNotice onRetry={() => void query.refetch()} />}
    </Section>
  );
}

/** Tells how linking ended, after the provider has sent the browser back, and removes that from the address. */
function useResult(): void {
  const { t } = useTranslation('oidc');
  const [params, setParams] = useSearchParams();
  const problem = loginProblemOf(params.get('problem'));
  const isLinked = params.get('login') === 'linked';
  useEffect(() => {
    if (!problem && !isLinked) return;
    if (problem) toast.error(t(`problems.${problem}`));
    else toast.success(t('offer.linked'));
    const others = new URLSearchParams(params);
    others.delete('problem');
    others.delete('login');
    setParams(others, { replace: true });
  }, [problem, isLinked, params, setParams, t]);
}

function Links({ links, providers }: LoginLinks) {
  return (
    <>
      {links.length > 0 && (
        <ul className={styles.list}>
          {links.map((link) => (
            <LinkRow key={link._id} link={link} />
          ))}
        </ul>
      )}
      {providers.length > 0 && (
        <div className={`${layout.row3} ${styles.choices}`}>
          {providers.map(({ id, label }) => (
            <LinkButton key={id} id={id} label={label} />
          ))}
        </div>
      )}
    </>
  );
}

function LinkRow({ link }: { link: LoginLink }) {
  const { t, i18n } = useTranslation('oidc');
  const client = useApi();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call(deferredApi.deleteLoginLink, { params: { id: link._id } }),
    onSuccess: () => toast.success(t('links.removed')),
    onError: (error) => toastRefusal(error, t('links.removeFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.account.loginLinks }),
  });
  const { label, email, createdAt, lastUsedAt } = link;
  return (
    <li className={styles.row}>
      <IconLogin2 size={24} stroke={1.5} aria-hidden className={styles.icon} />
      <div className={styles.what}>
        <h3 className={styles.name}>{label}</h3>
        <p className={email ? layout.small : `${layout.small} ${styles.sentence}`}>
          {email && <>{email} · </>}
          {lastUsedAt
            ? t('links.lastUsed', { ago: formatAgo(lastUsedAt, i18n.language) })
            : t('links.since', { date: formatDate(createdAt, i18n.language) })}
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={t('links.removeOf', { label })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('links.remove')}
      </Button>
    </li>
  );
}

function LinkButton({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation('oidc');
  const client = useApi();
  const body = { providerId: id, language: currentLanguage() };
  const start = useMutation({
    mutationFn: () => client.call(deferredApi.startLoginLink, { body }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastRefusal(error, t('links.startFailed')),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconLink size={18} stroke={1.7} />}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {t('links.add', { label })}
    </Button>
  );
}
