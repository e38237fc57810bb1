// `/login`: gets a session and goes back to where its owner wanted to be.
import type { Session } from '@cellar/contract/accounts.ts';
import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { LoginForm } from '#features/auth/login-form.tsx';
import { readLoginState } from '#features/auth/login-state.ts';
import { useSession, useSessionStore } from '#features/auth/session-context.ts';
import { PageTitle } from '#features/site/page-title.tsx';
import { Panel } from '#ui/panel.tsx';
import styles from './login.module.css';

export function LoginPage() {
  const { t } = useTranslation('auth');
  const location = useLocation();
  const navigate = useNavigate();
  const store = useSessionStore();
  const session = useSession();
  const { message, returnTo } = readLoginState(location.state, window.location.origin);
  const handleLogin = (fresh: Session) => {
    store.set(fresh);
    void navigate(returnTo ?? paths.games, { replace: true });
  };
  return (
    <Panel heading={t('login.heading')}>
      <PageTitle>{t('login.title')}</PageTitle>
      {message && (
        <Alert className={styles.notice} color="amber" icon={<IconInfoCircle size={18} />} role="status">
          {message}
        </Alert>
      )}
      {session && (
        <p className={styles.loggedIn}>
          {t('login.loggedInAs', { email: session.email })}{' '}
          <Anchor component={Link} to={paths.games} underline="always" inherit>
            {t('login.toGames')}
          </Anchor>
        </p>
      )}
      <LoginForm onLogin={handleLogin} />
    </Panel>
  );
}
