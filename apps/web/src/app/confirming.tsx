// Asks the member to confirm that it is them, on every page, whenever a request needs that.
import { Suspense, useSyncExternalStore } from 'react';
import { lazyWithTexts } from '#i18n/lazy-with-texts.ts';
import { useServices } from '#lib/services-context.ts';

const ConfirmIdentity = lazyWithTexts(
  async () => (await import('#people/auth/confirm/confirm-identity.tsx')).ConfirmIdentity,
  'security',
  'login',
);

export function Confirming() {
  const { confirmation } = useServices();
  const isAsked = useSyncExternalStore(confirmation.isAsked.subscribe, confirmation.isAsked.get);
  return (
    <Suspense>{isAsked && <ConfirmIdentity onAnswer={(answer) => confirmation.answer(answer)} />}</Suspense>
  );
}
