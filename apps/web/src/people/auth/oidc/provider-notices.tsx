// Says how the last login through a provider has ended, and offers to log out at the provider too.
import { type LoginProblem, loginProblemOf } from '@cellar/contract/people/rules/login-providers.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/messages.tsx';

export interface ProviderNoticesProps {
  /** From the address, so it may be anything. */
  problem: string | null;
  /** The address of the account, also from the address. Empty if unknown. */
  email: string;
  /** Ends the session at the provider. */
  logoutUrl: string | undefined;
}

/** These are no failures: they say what happens next. */
const expected: readonly LoginProblem[] = ['link_first', 'unverified', 'pending', 'canceled'];

export function ProviderNotices({ problem: given, email, logoutUrl }: ProviderNoticesProps) {
  const { t } = useTranslation('oidc');
  const problem = loginProblemOf(given);
  return (
    <>
      {problem && (
        <Notice kind={expected.includes(problem) ? 'info' : 'error'}>
          {problem === 'link_first' && isAddress(email)
            ? t('linkFirst', { email })
            : t(`problems.${problem}`)}
        </Notice>
      )}
      {logoutUrl && (
        <>
          <Notice kind="info">{t('logout.text')}</Notice>
          <Button component="a" href={logoutUrl} variant="default" fullWidth>
            {t('logout.button')}
          </Button>
        </>
      )}
    </>
  );
}

/** Anyone can write the address of the page, so it says nothing else. */
function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}
