// Chromium's authenticator in software, for passkeys. It answers like a device whose owner touches the sensor.
import type { Page } from 'playwright-core';

export interface VirtualAuthenticator {
  /** Whether the owner touches the sensor as soon as the page asks. Requests that wait already are not answered. */
  setPresence(enabled: boolean): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setPresence(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}

/** Keeps the login page from listing passkeys in the menu of the email field, which the authenticator would answer at once. */
export async function withoutOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
