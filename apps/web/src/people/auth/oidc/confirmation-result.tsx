// Shown in the tab in which a member has confirmed a session at a provider. Tells the tab that has asked for it.
import { loginProblemOf } from '@cellar/contract/people/rules/login-providers.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmationChannel } from '#lib/confirmation.ts';
import { OutcomePanel } from '#ui/feedback/outcome-panel.tsx';
import { LoginFailed } from './finish-login.tsx';

export function ConfirmationResult({ search }: { search: string }) {
  const { t } = useTranslation('oidc');
  const query = new URLSearchParams(search);
  const isConfirmed = query.get('login') === 'confirmed';
  useEffect(() => {
    if (!isConfirmed) return;
    const channel = new BroadcastChannel(confirmationChannel);
    channel.postMessage('confirmed');
    channel.close();
    // Has no effect where the browser does not let scripts close the tab.
    window.close();
  }, [isConfirmed]);
  if (!isConfirmed) {
    return <LoginFailed text={t(`problems.${loginProblemOf(query.get('problem')) ?? 'expired'}`)} />;
  }
  return (
    <OutcomePanel
      icon={<IconCircleCheck size={26} stroke={1.6} />}
      heading={t('confirmed.heading')}
      text={t('confirmed.text')}
    />
  );
}
