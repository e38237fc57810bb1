import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { finishedLogin, userParams, userResponse } from './accounts.ts';
import {
  appSetup,
  confirmAppBody,
  recoveryCodes,
  secondFactor,
  secondStepBody,
  turnedOn,
} from './second-factor.ts';

export const secondFactorEndpoints = {
  finishLogin: endpoint('POST', '/api/users/login/second-factor', 'public', {
    reserve: 'all',
    summary: 'Finish a login with a code of an authenticator app, or a recovery code',
    body: secondStepBody,
    response: finishedLogin,
  }),
  getSecondFactor: endpoint('GET', '/api/users/second-factor', 'member', {
    scope: 'session',
    isBeforeSecondFactor: true,
    summary: 'Whether logins of the current account need a second factor, and its trusted devices',
    response: secondFactor,
  }),
  setUpApp: endpoint('POST', '/api/users/second-factor/app/setup', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Get a new secret for an authenticator app; nothing changes until it is confirmed',
    response: appSetup,
  }),
  confirmApp: endpoint('POST', '/api/users/second-factor/app', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary:
      'Use the authenticator app from now on, instead of an earlier one; its code proves that it works',
    body: confirmAppBody,
    response: turnedOn,
  }),
  usePasskeysAfterPassword: endpoint('POST', '/api/users/second-factor/passkeys', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Ask for a passkey after the password from now on; 404 without a passkey',
    response: turnedOn,
  }),
  renewRecoveryCodes: endpoint('POST', '/api/users/second-factor/recovery-codes', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Replace all recovery codes',
    response: recoveryCodes,
  }),
  turnSecondFactorOff: endpoint('DELETE', '/api/users/second-factor', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Log in with the password alone from now on; refused while the site requires more',
    response: done,
  }),
  forgetDevice: endpoint('DELETE', '/api/users/second-factor/devices/:id', 'member', {
    isBeforeSecondFactor: true,
    summary: 'Ask for the second factor again on a trusted device',
    params: idParams,
    response: done,
  }),
  forgetDevices: endpoint('DELETE', '/api/users/second-factor/devices', 'member', {
    isBeforeSecondFactor: true,
    summary: 'Ask for the second factor again on all devices',
    response: done,
  }),
  resetSecondFactor: endpoint('DELETE', '/api/users/:userId/second-factor', 'admin', {
    isSensitive: true,
    summary: 'Let a member log in with the password alone, after the loss of the authenticator app',
    params: userParams,
    response: userResponse,
  }),
};
