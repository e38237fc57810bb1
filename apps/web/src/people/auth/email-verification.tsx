import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconLoader2, IconPlugConnectedX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { inTab, type OpenStorage, stored } from '#lib/stored.ts';
import { RetryButton } from '#ui/feedback/messages.tsx';
import { OutcomePanel } from '#ui/panel.tsx';
import type { LoginState } from './login-state.ts';
import { useSession } from './session-context.ts';

export interface EmailVerificationProps {
  token: string;
  /** Must be the same function in every render. */
  onVerified(): void;
}

export function EmailVerification({ token, onVerified }: EmailVerificationProps) {
  const { t } = useTranslation(['recovery', 'downloads']);
  const query = useQuery(verificationQuery(useApi(), token));
  if (query.data === 'success') return <Verified onVerified={onVerified} />;
  if (query.data === 'error') return <Unverified state="error" />;
  if (query.isError) {
    const isProxy = query.error.status >= 500;
    return (
      <OutcomePanel
        isError
        icon={<IconPlugConnectedX size={26} stroke={1.6} />}
        heading={t('verify.error')}
        text={errorText(query.error, t(isProxy ? 'downloads:errors.unavailable' : 'verify.noAnswer'))}
      >
        <RetryButton fullWidth loading={query.isFetching} onClick={() => void query.refetch()} />
      </OutcomePanel>
    );
  }
  return (
    <OutcomePanel
      icon={<IconLoader2 size={26} stroke={1.6} />}
      heading={t('verify.verifying')}
      text={t('verify.verifyingText')}
    />
  );
}

/** `error`: the server refuses the link. `invalid`: the page was opened without one. */
export function Unverified({ state }: { state: 'error' | 'invalid' }) {
  const { t } = useTranslation('recovery');
  return (
    <OutcomePanel
      isError
      icon={<IconLinkOff size={26} stroke={1.6} />}
      heading={t(`verify.${state}`)}
      text={t(`verify.${state}Text`)}
    >
      <LoginLink />
    </OutcomePanel>
  );
}

function Verified({ onVerified }: Pick<EmailVerificationProps, 'onVerified'>) {
  const { t } = useTranslation('recovery');
  const navigate = useNavigate();
  const isMember = useSession() !== undefined;
  const message = t('verify.next');
  // A member has only confirmed a new address.
  const state = useMemo(() => (isMember ? undefined : { message, isNew: true }), [isMember, message]);
  useEffect(() => onVerified(), [onVerified]);
  useEffect(() => {
    // The link works only once, so Back does not lead to it.
    const go = () => void navigate(paths.login, { state, replace: true });
    const timer = setTimeout(go, limits.verificationRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, state]);
  return (
    <OutcomePanel
      icon={<IconCircleCheck size={26} stroke={1.6} />}
      heading={t('verify.success')}
      // New accounts may still wait for an admin.
      text={isMember ? t('verify.successText') : message}
    >
      <LoginLink state={state} />
    </OutcomePanel>
  );
}

function LoginLink({ state }: { state?: LoginState | undefined }) {
  const { t } = useTranslation('recovery');
  return (
    <Button component={Link} to={paths.login} state={state} replace fullWidth>
      {t('verify.toLogin')}
    </Button>
  );
}

// Redeems a verification link once. Keeps the result in this tab for five minutes, so that a reload shows it without
// another request (specification section 4, "Verification").

type VerificationFlag = 'attempting' | 'success' | 'error';

interface VerificationFlags {
  read(token: string): VerificationFlag | undefined;
  write(token: string, flag: VerificationFlag): void;
  clear(token: string): void;
}

const known: readonly VerificationFlag[] = ['attempting', 'success', 'error'];

/** Stores a flag and its time for each link. Without storage, every page load asks the server. */
export function createVerificationFlags(
  openStorage: OpenStorage = inTab,
  now: () => number = Date.now,
): VerificationFlags {
  const entriesOf = (token: string) => ({
    flag: stored(`verifyEmail:${token}`, openStorage),
    since: stored(`verifyEmail:${token}:since`, openStorage),
  });
  const clear = (token: string) => {
    const { flag, since } = entriesOf(token);
    flag.set(undefined);
    since.set(undefined);
  };
  return {
    clear,
    read(token) {
      const { flag, since } = entriesOf(token);
      const value = flag.get();
      if (now() - Number(since.get()) < limits.verificationFlagMs) return known.find((one) => one === value);
      clear(token);
      return undefined;
    },
    write(token, value) {
      const { flag, since } = entriesOf(token);
      flag.set(value);
      since.set(String(now()));
      setTimeout(() => clear(token), limits.verificationFlagMs);
    },
  };
}

/** The query cache prevents a second request from this page; the flags prevent one after a reload. */
const verificationQuery = (client: ApiClient, token: string) =>
  queryOptions({
    queryKey: ['verification', token],
    queryFn: () => verifyEmail(client, token, createVerificationFlags()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });

/** Throws if the server gave no definite result, so that the user can try again. */
export async function verifyEmail(
  client: Pick<ApiClient, 'call'>,
  token: string,
  flags: VerificationFlags,
): Promise<'success' | 'error'> {
  const earlier = flags.read(token);
  // `attempting` means that the page was closed before the response. Another request is safe, because the server
  // returns the same result for a link that was already redeemed.
  if (earlier && earlier !== 'attempting') return earlier;
  flags.write(token, 'attempting');
  try {
    await client.call(memberApi.verifyEmail, { params: { token } });
    flags.write(token, 'success');
    return 'success';
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 404)) {
      flags.write(token, 'error');
      return 'error';
    }
    flags.clear(token);
    throw error;
  }
}
