// The result of a delivery: one sentence, and what the receiver has answered.

import type { WebhookDelivery } from '@cellar/contract/messages/webhooks.endpoints.ts';
import { useTranslation } from 'react-i18next';
import layout from '#ui/layout.module.css';

export function DeliveryOutcome({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const { problem, httpStatus, answer, status } = delivery;
  if (!problem) return status === 'sent' ? t('accepted', { status: httpStatus }) : t('notYet');
  return (
    <>
      {t(`problems.${problem}`)}{' '}
      {(answer || httpStatus !== null) && (
        <span className={layout.dim}>
          {httpStatus === null ? t('reported') : t('answered', { status: httpStatus })}{' '}
          {answer && <q lang="en">{answer}</q>}
        </span>
      )}
    </>
  );
}
