// `/login/second-step`: finishes a login whose password was correct, and returns to the requested page.

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { paths } from '#lib/paths.ts';
import {
  type LoginState,
  readSecondStepState,
  type SecondStepState,
  useLoggedIn,
} from '#people/auth/login-state.ts';
import { SecondStepForm } from '#people/auth/second-step-form.tsx';
import layout from '#ui/layout.module.css';
import { Panel } from '#ui/panel.tsx';

export function SecondStepPage() {
  const { state } = useLocation();
  // Kept in the router state, so that it survives a reload and stays in this tab.
  const login = readSecondStepState(state, window.location.origin);
  return login ? <SecondStep login={login} /> : <Navigate to={paths.login} replace />;
}

function SecondStep({ login }: { login: SecondStepState }) {
  const { t } = useTranslation('secondFactor');
  const navigate = useNavigate();
  const handleLogin = useLoggedIn(login.returnTo);
  const loginState = (message?: string): LoginState => ({ message, returnTo: login.returnTo });
  return (
    <Panel heading={t('step.heading')} lead={login.email}>
      <PageTitle>{t('step.heading')}</PageTitle>
      <SecondStepForm
        login={login}
        onLogin={handleLogin}
        onExpired={(message) => void navigate(paths.login, { replace: true, state: loginState(message) })}
      />
      <p className={layout.small}>{t(login.methods.includes('code') ? 'step.help' : 'step.helpPasskeys')}</p>
      <Button component={Link} to={paths.login} replace state={loginState()} variant="subtle" fullWidth>
        {t('step.back')}
      </Button>
    </Panel>
  );
}
