// Layout routes that decide who may see a page: the site before its setup, members, contributors, admins.
import { limits } from '@cellar/contract/rules/limits.ts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { siteQuery } from '#admin/site/site.queries.ts';
import { lazyWithTexts } from '#i18n/language.ts';
import { paths } from '#lib/paths.ts';
import { useApi, useServices } from '#lib/services-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { loginStateAt, useNeedsSecondFactor, useSessionEnd } from '#people/auth/session-state.ts';
import { PageLoading } from '#ui/feedback/loading.tsx';
import { RetryButton, StateMessage } from '#ui/feedback/messages.tsx';

const RequiredSetup = lazyWithTexts(async () => {
  const [{ RequiredSetupPage }, { useLogout }] = await Promise.all([
    import('#pages/required-setup.tsx'),
    import('./commands.ts'),
  ]);
  return (props: { email: string; onDone(): void }) => (
    <RequiredSetupPage {...props} onLogout={useLogout()} />
  );
}, 'member');

/**
 * Redirects every page to setup until an admin exists. A stored session implies that one exists, so it skips the wait
 * for the server.
 */
export function SiteGate() {
  const site = useQuery(siteQuery(useApi()));
  const session = useSession();
  const { pathname } = useLocation();
  if (site.data?.needsSetup && pathname !== paths.setup) return <Navigate to={paths.setup} replace />;
  const needsAnswer = !session || pathname === paths.setup;
  if (!site.data && needsAnswer)
    return site.isError ? <SiteDown onRetry={() => void site.refetch()} /> : <PageLoading />;
  return <Outlet />;
}

function SiteDown({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <StateMessage
      isError
      heading="h1"
      icon={<IconPlugConnectedX size={30} stroke={1.5} />}
      title={t('siteDown.title')}
      text={t('siteDown.text')}
    >
      <RetryButton onClick={onRetry} />
    </StateMessage>
  );
}

export function MembersOnly() {
  const session = useSession();
  return session ? <PagesOf key={session._id} /> : <ToLogin />;
}

/** Waits briefly before the first check, as the specification requires. */
export function AdminsOnly() {
  const { t } = useTranslation();
  const session = useSession();
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), limits.adminFirstCheckMs);
    return () => clearTimeout(timer);
  }, []);
  if (!hasWaited) return null;
  if (session?.isAdmin) return <PagesOf key={session._id} />;
  return session ? (
    <Navigate to={paths.login} replace state={{ message: t('session.adminsOnly') }} />
  ) : (
    <ToLogin />
  );
}

/** A member who is not a contributor (any more) may log in with another account. */
export function ContributorsOnly() {
  const { t } = useTranslation();
  const session = useSession();
  if (!session) return <ToLogin />;
  const mayContribute = session.isContributor || session.isAdmin;
  return mayContribute ? (
    <PagesOf key={session._id} />
  ) : (
    <Navigate to={paths.login} replace state={{ message: t('session.contributorsOnly') }} />
  );
}

/**
 * Remounted for each member id, so that one member's input is never sent by another who logged in in a different tab.
 */
function PagesOf() {
  return <SecondFactorFirst />;
}

/** Shows the setup of two-step login instead of pages, while the site requires it and the member has yet to set it up. */
export function SecondFactorFirst() {
  const session = useSession();
  const isNeeded = useNeedsSecondFactor();
  const { needsSecondFactor, queryClient } = useServices();
  if (!session || !isNeeded) return <Outlet />;
  const handleDone = () => {
    needsSecondFactor.set(false);
    // What was refused is requested again.
    void queryClient.resetQueries();
  };
  return <RequiredSetup email={session.email} onDone={handleDone} />;
}

function ToLogin() {
  const { pathname, search, hash } = useLocation();
  const reason = useSessionEnd().getReason();
  if (reason === 'logout') return <Navigate to={paths.home} replace />;
  return <Navigate to={paths.login} replace state={loginStateAt(pathname + search + hash, reason)} />;
}
