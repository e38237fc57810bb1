// The second step of logins, and the members' settings of two-step login.

import { originOf } from '#http/origin.ts';
import type { Router } from '#http/route.ts';
import type { MembersService } from '../members/members.service.ts';
import type { SecondFactorService } from './second-factor.service.ts';
import type { SecondStepService } from './second-step.service.ts';
import type { TrustedDevices } from './trusted-devices.service.ts';

interface Deps {
  secondFactor: SecondFactorService;
  secondStep: SecondStepService;
  trustedDevices: TrustedDevices;
  members: MembersService;
}

export function secondFactorRoutes(router: Router, deps: Deps): void {
  const { secondFactor, secondStep, trustedDevices, members } = deps;
  router.mount('finishLogin', async ({ body, request }) =>
    secondStep.finishWithCode(body, originOf(request)),
  );

  router.mount('getSecondFactor', async ({ member }) => secondFactor.get(member));
  router.mount('setUpApp', async ({ member }) => secondFactor.setUpApp(member));
  router.mount('confirmApp', async ({ member, body }) =>
    secondFactor.confirmApp(member, body.setup, body.code),
  );
  router.mount('usePasskeysAfterPassword', async ({ member }) => secondFactor.usePasskeys(member));
  router.mount('renewRecoveryCodes', async ({ member }) => ({
    recoveryCodes: await secondFactor.renewCodes(member),
  }));

  router.mount('turnSecondFactorOff', async ({ member }) => {
    await secondFactor.turnOff(member);
    return { message: 'Two-step login is off' };
  });

  router.mount('forgetDevice', async ({ member, params }) => {
    await trustedDevices.remove(member.id, params.id);
    return { message: 'The device is no longer trusted' };
  });

  router.mount('forgetDevices', async ({ member }) => {
    await trustedDevices.removeAll(member.id);
    return { message: 'No device is trusted any more' };
  });

  router.mount('resetSecondFactor', async ({ member, params }) => {
    await secondFactor.reset(member, params.userId);
    return { message: 'Two-step login was reset', user: await members.present(params.userId) };
  });
}
