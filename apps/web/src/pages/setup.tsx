// `/setup`: creates the first admin and sets the site's name; then asks this admin for a mail server. Unavailable
// afterwards: a reload during the second step leads to the site, whose settings have the mail server too.
import type { Session } from '@cellar/contract/people/accounts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { mailServerQuery } from '#admin/settings/mail-server/mail-server-values.ts';
import { PageTitle } from '#admin/site/page-title.tsx';
import { SetupForm } from '#admin/site/setup-form.tsx';
import { siteQuery } from '#admin/site/site.queries.ts';
import { lazyWithTexts } from '#i18n/language.ts';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { useSessionStore } from '#people/auth/session-context.ts';
import { Panel } from '#ui/panel.tsx';
import { toast } from '#ui/toasts/toast.tsx';

/** Loaded with the texts of the admin page, which comes next. */
const SetupMailServer = lazyWithTexts(
  async () => (await import('#admin/settings/mail-server/setup-mail-server.tsx')).SetupMailServer,
  'admin',
);

export function SetupPage() {
  const { t } = useTranslation('site');
  const client = useApi();
  const { data: site } = useQuery(siteQuery(client));
  // Read only once, because completing the setup leads to the admin page instead of the home page.
  const [wasNeeded] = useState(site?.needsSetup);
  const [isAskingForMail, setAskingForMail] = useState(false);
  const queryClient = useQueryClient();
  const store = useSessionStore();
  const navigate = useNavigate();
  const guard = useLeaveGuard();
  if (!site || !wasNeeded) return <Navigate to={paths.home} replace />;

  const handleDone = () => {
    // What was typed has been saved, or was skipped on purpose.
    guard.drop();
    toast.success(t('setup.done'));
    void navigate(paths.admin, { replace: true });
    void queryClient.invalidateQueries({ queryKey: queryKeys.site });
  };
  const handleCreated = async (session: Session) => {
    store.set(session);
    // Set before navigating, because the admin page would otherwise redirect back here.
    queryClient.setQueryData(siteQuery(client).queryKey, { ...site, needsSetup: false });
    // Without an answer, the admin page comes next: the mail server can be set there too.
    const mailServer = await queryClient.fetchQuery(mailServerQuery(client)).catch(() => undefined);
    if (mailServer?.source === 'none') setAskingForMail(true);
    else handleDone();
  };
  return (
    <main>
      <PageTitle>{t('setup.title')}</PageTitle>
      {isAskingForMail ? (
        <Suspense>
          <SetupMailServer onDone={handleDone} />
        </Suspense>
      ) : (
        <Panel heading={t('setup.heading')} lead={t('setup.lead')}>
          <SetupForm siteName={site.name} onDone={handleCreated} />
        </Panel>
      )}
    </main>
  );
}
