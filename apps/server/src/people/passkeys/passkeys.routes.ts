import { originOf } from '#http/origin.ts';
import type { Router } from '#http/route.ts';
import { type SiteAddress, siteUrlOf } from '#http/site-url.ts';
import type { PasskeyChecks } from './passkey-checks.service.ts';
import type { PasskeysService } from './passkeys.service.ts';

interface Deps {
  passkeys: PasskeysService;
  passkeyChecks: PasskeyChecks;
}

export function passkeysRoutes(router: Router, { passkeys, passkeyChecks }: Deps, site: SiteAddress): void {
  const callerOf = <C extends { request: Parameters<typeof siteUrlOf>[0] }>(context: C) => ({
    ...context,
    siteUrl: siteUrlOf(context.request, site),
  });

  router.mount('listPasskeys', async (context) => passkeys.list(callerOf(context)));
  router.mount('askForNewPasskey', async (context) => passkeys.askForNew(callerOf(context)));
  router.mount('addPasskey', async (context) =>
    passkeys.add(callerOf(context), context.body.name, context.body.credential),
  );
  router.mount('renamePasskey', async ({ member, params, body }) =>
    passkeys.rename(member, params.id, body.name),
  );
  router.mount('deletePasskey', async ({ member, params }) => {
    await passkeys.remove(member, params.id);
    return { message: 'Passkey deleted' };
  });

  router.mount('askForLoginPasskey', async ({ request }) =>
    passkeyChecks.askForLogin(siteUrlOf(request, site), originOf(request)),
  );
  router.mount('logInWithPasskey', async ({ body, request }) =>
    passkeyChecks.logIn(body.credential, siteUrlOf(request, site), originOf(request)),
  );

  router.mount('askForSecondStepPasskey', async ({ body, request }) =>
    passkeyChecks.askForSecondStep(body.challenge, siteUrlOf(request, site), originOf(request)),
  );
  router.mount('finishLoginWithPasskey', async ({ body, request }) =>
    passkeyChecks.finishLogin(body, siteUrlOf(request, site), originOf(request)),
  );

  router.mount('askForConfirmingPasskey', async (context) =>
    passkeyChecks.askForConfirmation(callerOf(context)),
  );
  router.mount('confirmWithPasskey', async (context) => {
    await passkeyChecks.confirm(callerOf(context), context.body.credential);
    return { message: 'Confirmed' };
  });
}
