// `/login`: logs in and returns to the requested page, or registers.

import type { NeedsSecondFactor } from '@cellar/contract/people/second-factor.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { siteQuery } from '#admin/site/site.queries.ts';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { linkLoginPath, paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { invitationQuery } from '#people/auth/invitation.query.ts';
import { LoginForm } from '#people/auth/login-form.tsx';
import {
  firstMode,
  type LoginMode,
  type LoginState,
  readLoginState,
  type SecondStepState,
  safeReturnTo,
  useLoggedIn,
} from '#people/auth/login-state.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { Panel } from '#ui/panel.tsx';
import styles from './login.module.css';

// Few sites have login providers.
const LoginButtons = lazyWithTexts(
  async () => (await import('#people/auth/oidc/login-buttons.tsx')).LoginButtons,
  'member',
);
const ProviderNotices = lazyWithTexts(
  async () => (await import('#people/auth/oidc/provider-notices.tsx')).ProviderNotices,
  'member',
);

const RegistrationGate = lazyComponent(
  async () => (await import('#people/auth/registration-gate.tsx')).RegistrationGate,
);

const texts = {
  login: { title: 'login.title', heading: 'login.heading' },
  register: { title: 'register.title', heading: 'register.heading' },
  invited: { title: 'register.join', heading: 'register.join' },
  requestAccess: { title: 'register.requestTitle', heading: 'register.requestHeading' },
} as const;

export function LoginPage() {
  // A new navigation, for example through the link in the bar, resets the form. Switching between forms does not.
  const { key, state } = useLocation();
  return <LoginOrRegister key={state?.firstKey ?? key} />;
}

function LoginOrRegister() {
  const { t } = useTranslation('auth');
  const { state, key, hash } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [firstState] = useState(() => readLoginState(state, window.location.origin));
  const { returnTo } = firstState;
  const { message, isNew } = readLoginState(state, window.location.origin);
  const [mode, setMode] = useState<LoginMode>(() => firstMode(firstState, query));
  const [email, setEmail] = useState(() => addressIn(hash));
  /** What was said before the last try. It would contradict the answer. */
  const [oldMessage, setOldMessage] = useState<string>();
  // Stored in the router state, so that a reload shows the same form.
  const change = (next: LoginMode, registered?: Pick<LoginState, 'message' | 'isNew'>) => {
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
      // What was said about a registration is not about the next one.
      ...(isNew && { message: undefined, isNew: undefined }),
      ...registered,
    };
    void navigate({ search: others.toString() }, { replace: true, state: nextState });
  };
  const providerLogin = useProviderLogin(returnTo, query);
  const handleLogin = useLoggedIn(providerLogin.afterPassword);
  const handleSecondStep = ({ challenge, methods }: NeedsSecondFactor) => {
    const after = { email: email.trim(), returnTo: providerLogin.afterPassword };
    const secondStep: SecondStepState = { challenge, methods, ...after };
    void navigate(paths.secondStep, { replace: true, state: secondStep });
  };
  const isOpen = useIsOpen();
  const { sendsMail = true } = useQuery(siteQuery(useApi())).data ?? {};
  const isLogin = mode === 'login';
  const invite = query.get('invite')?.trim() || undefined;
  const isInvited = useIsInvited(invite);
  const shown = texts[!isLogin && isInvited ? 'invited' : mode];
  const toggle = (
    <ModeToggle isLogin={isLogin} onToggle={() => change(isLogin ? 'requestAccess' : 'login')} />
  );
  return (
    <Panel heading={t(shown[isNew || providerLogin.isNew ? 'title' : 'heading'])}>
      <PageTitle>{t(shown.title)}</PageTitle>
      {message && message !== oldMessage && (
        <Notice kind="info">
          {message} {isNew && !sendsMail && t('noMail')}
        </Notice>
      )}
      {(providerLogin.problem || firstState.logoutUrl) && (
        <Suspense fallback={<Skeleton height="6rem" />}>
          <ProviderNotices
            problem={providerLogin.problem}
            email={addressIn(hash)}
            logoutUrl={firstState.logoutUrl}
          />
        </Suspense>
      )}
      <LoggedInAs />
      {/* Above the longer form, whose end lies below the edge of a small window. */}
      {!isLogin && toggle}
      {isLogin ? (
        providerLogin.hasForm && (
          <LoginForm
            email={email}
            onEmailChange={setEmail}
            onTry={() => setOldMessage(message)}
            onLogin={handleLogin}
            onSecondStep={handleSecondStep}
          />
        )
      ) : (
        <RegistrationGate
          mode={mode}
          email={email}
          onEmailChange={setEmail}
          invite={invite}
          isOpen={isOpen}
          onRegistered={(told) => change('login', { message: told, isNew: true })}
          onLogin={handleLogin}
        />
      )}
      {isLogin && providerLogin.providers.length > 0 && (
        <Suspense fallback={<Skeleton height="6rem" />}>
          <LoginButtons
            providers={providerLogin.providers}
            returnTo={providerLogin.returnTo}
            isBelowForm={providerLogin.hasForm}
          />
        </Suspense>
      )}
      {isLogin && isOpen && toggle}
    </Panel>
  );
}

/** Returns the address that a login provider has named, or an empty text. */
function addressIn(hash: string): string {
  return /^#email=([^&]{1,300})$/.test(hash) ? (new URLSearchParams(hash.slice(1)).get('email') ?? '') : '';
}

/** Returns whether visitors may request access. */
function useIsOpen(): boolean {
  const { registrationEnabled = false, localLogin = true } = useQuery(siteQuery(useApi())).data ?? {};
  return registrationEnabled && localLogin;
}

/** An invitation counts until the server refuses it. */
function useIsInvited(invite: string | undefined): boolean {
  const check = useQuery(invitationQuery(useApi(), invite));
  return invite !== undefined && check.data?.isValid !== false;
}

/** What the login providers change: buttons, how the last attempt ended, and whether there is a form for passwords. */
function useProviderLogin(returnTo: string | undefined, query: URLSearchParams) {
  const { data } = useQuery(siteQuery(useApi()));
  const problem = query.get('problem');
  const wanted = returnTo ?? safeReturnTo(query.get('to'), window.location.origin);
  const providers = data?.loginProviders ?? [];
  return {
    providers,
    problem,
    /** The account may have just been created, so nobody is welcomed back. */
    isNew: problem === 'pending' || problem === 'unverified',
    returnTo: wanted,
    /** With a login to be linked, the member is asked about that first. */
    afterPassword: problem === 'link_first' ? linkLoginPath(wanted) : wanted,
    // `?local` is for the admin who can use a password in an emergency.
    hasForm: data?.localLogin !== false || query.has('local'),
  };
}

function LoggedInAs() {
  const { t } = useTranslation('auth');
  const session = useSession();
  if (!session) return null;
  return (
    <p className={layout.small}>
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
    <div className={isLogin ? styles.below : styles.above}>
      {t(isLogin ? 'register.newHere' : 'register.haveAccount')}
      <Button variant="subtle" size="compact-md" onClick={onToggle}>
        {t(isLogin ? 'register.toRegister' : 'register.toLogin')}
      </Button>
    </div>
  );
}
