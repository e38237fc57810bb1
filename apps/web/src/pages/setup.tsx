// `/setup`: creates the first admin and sets the site's name. Unavailable afterwards.
import type { Session } from '@cellar/contract/accounts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { useSessionStore } from '#features/auth/session-context.ts';
import { PageTitle } from '#features/site/page-title.tsx';
import { SetupForm } from '#features/site/setup-form.tsx';
import { siteQuery } from '#features/site/site.queries.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Panel } from '#ui/panel.tsx';
import { toast } from '#ui/toasts/toast.tsx';

export function SetupPage() {
  const { t } = useTranslation('site');
  const client = useApi();
  const { data: site } = useQuery(siteQuery(client));
  // Read only once, because completing the setup leads to the admin page instead of the home page.
  const [wasNeeded] = useState(site?.needsSetup);
  const queryClient = useQueryClient();
  const store = useSessionStore();
  const navigate = useNavigate();
  if (!site || !wasNeeded) return <Navigate to={paths.home} replace />;
  const handleDone = (session: Session) => {
    store.set(session);
    // Set before navigating, because the admin page would otherwise redirect back here.
    queryClient.setQueryData(siteQuery(client).queryKey, { ...site, needsSetup: false });
    toast.success(t('setup.done'));
    void navigate(paths.admin, { replace: true });
    void queryClient.invalidateQueries({ queryKey: queryKeys.site });
  };
  return (
    <main>
      <PageTitle>{t('setup.title')}</PageTitle>
      <Panel heading={t('setup.heading')} lead={t('setup.lead')}>
        <SetupForm siteName={site.name} sendsMail={site.sendsMail} onDone={handleDone} />
      </Panel>
    </main>
  );
}
