// `/login`: logs in and returns to the requested page, or registers.
import type { NeedsSecondFactor } from '@cellar/contract/second-factor.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#app/paths.ts';
import { LoginForm } from '#features/auth/login-form.tsx';
import {
  firstMode,
  type LoginMode,
  readLoginState,
  type SecondStepState,
} from '#features/auth/login-state.ts';
import { useSession } from '#features/auth/session-context.ts';
import { useLoggedIn } from '#features/auth/use-logged-in.ts';
import { PageTitle } from '#features/site/page-title.tsx';
import { siteQuery } from '#features/site/site.queries.ts';
import { useApi } from '#lib/api-context.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import styles from './login.module.css';

const RegistrationGate = lazyComponent(
  async () => (await import('#features/auth/registration-gate.tsx')).RegistrationGate,
);

const texts = {
  login: { title: 'login.title', heading: 'login.heading' },
  register: { title: 'register.title', heading: 'register.heading' },
  requestAccess: { title: 'register.requestTitle', heading: 'register.requestHeading' },
} as const;

export function LoginPage() {
  // A new navigation, for example through the link in the bar, resets the form. Switching between forms does not.
  const { key, state } = useLocation();
  return <LoginOrRegister key={state?.firstKey ?? key} />;
}

function LoginOrRegister() {
  const { t } = useTranslation('auth');
  const { state, key } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [firstState] = useState(() => readLoginState(state, window.location.origin));
  const { message, returnTo } = firstState;
  const [mode, setMode] = useState<LoginMode>(() => firstMode(firstState, query));
  const [email, setEmail] = useState('');
  // Stored in the router state, so that a reload shows the same form.
  const change = (next: LoginMode) => {
    // The old form stays visible while the code of the other one loads.
    startTransition(() => setMode(next));
    const others = new URLSearchParams(query);
    others.delete('register');
    const isRequestAccess = next === 'requestAccess';
    const nextState = {
      ...state,
      firstKey: state?.firstKey ?? key,
      isRegistering: isRequestAccess,
      isRequestAccess,
    };
    void navigate({ search: others.toString() }, { replace: true, state: nextState });
  };
  const handleLogin = useLoggedIn(returnTo);
  const handleSecondStep = ({ challenge, methods }: NeedsSecondFactor) => {
    const secondStep: SecondStepState = { challenge, methods, email: email.trim(), returnTo };
    void navigate(paths.secondStep, { replace: true, state: secondStep });
  };
  const isOpen = useIsOpen();
  const isLogin = mode === 'login';
  return (
    <Panel heading={t(texts[mode].heading)}>
      <PageTitle>{t(texts[mode].title)}</PageTitle>
      {message && <Notice kind="info">{message}</Notice>}
      <LoggedInAs />
      {isLogin ? (
        <LoginForm
          email={email}
          onEmailChange={setEmail}
          onLogin={handleLogin}
          onSecondStep={handleSecondStep}
        />
      ) : (
        <RegistrationGate
          mode={mode}
          email={email}
          onEmailChange={setEmail}
          invite={query.get('invite')?.trim() || undefined}
          isOpen={isOpen}
          onRegistered={() => change('login')}
          onLogin={handleLogin}
        />
      )}
      {(isOpen || !isLogin) && (
        <ModeToggle isLogin={isLogin} onToggle={() => change(isLogin ? 'requestAccess' : 'login')} />
      )}
    </Panel>
  );
}

/** Returns whether visitors may request access. */
function useIsOpen(): boolean {
  return useQuery(siteQuery(useApi())).data?.registrationEnabled ?? false;
}

function LoggedInAs() {
  const { t } = useTranslation('auth');
  const session = useSession();
  if (!session) return null;
  return (
    <p className={styles.loggedIn}>
      {t('login.loggedInAs', { email: session.email })}{' '}
      <Link to={paths.games} className={styles.toGames}>
        {t('login.toGames')}
      </Link>
    </p>
  );
}

function ModeToggle({ isLogin, onToggle }: { isLogin: boolean; onToggle(): void }) {
  const { t } = useTranslation('auth');
  return (
    <div className={styles.toggle}>
      {t(isLogin ? 'register.newHere' : 'register.haveAccount')}
      <Button variant="subtle" size="compact-md" onClick={onToggle}>
        {t(isLogin ? 'register.toRegister' : 'register.toLogin')}
      </Button>
    </div>
  );
}
