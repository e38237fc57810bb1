import { finishedLogin, loginResponse } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import {
  addPasskeyBody,
  assertionBody,
  challengeBody,
  creationOptions,
  passkey,
  passkeys,
  renamePasskeyBody,
  requestOptions,
  secondStepByPasskey,
} from './passkeys.ts';
import { done, idParams } from './text.ts';

export const passkeysEndpoints = {
  listPasskeys: endpoint({
    method: 'GET',
    path: '/api/users/passkeys',
    access: 'member',
    scope: 'session',
    isBeforeSecondFactor: true,
    summary: 'The passkeys of the current account',
    response: passkeys,
  }),
  askForNewPasskey: endpoint({
    method: 'POST',
    path: '/api/users/passkeys/options',
    access: 'member',
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'What the browser needs to create a passkey; valid for 5 minutes',
    response: creationOptions,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/users/passkeys',
    access: 'member',
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Add a passkey to the current account; at most 20',
    body: addPasskeyBody,
    response: passkey,
    status: 201,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/users/passkeys/:id',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'Rename a passkey of the current account',
    params: idParams,
    body: renamePasskeyBody,
    response: passkey,
  }),
  deletePasskey: endpoint({
    method: 'DELETE',
    path: '/api/users/passkeys/:id',
    access: 'member',
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Delete a passkey of the current account',
    params: idParams,
    response: done,
  }),
  askForSecondStepPasskey: endpoint({
    method: 'POST',
    path: '/api/users/login/second-factor/passkey/options',
    access: 'public',
    summary: 'What the browser needs to finish a login with a passkey; valid for 5 minutes',
    body: challengeBody,
    response: requestOptions,
  }),
  finishLoginWithPasskey: endpoint({
    method: 'POST',
    path: '/api/users/login/second-factor/passkey',
    access: 'public',
    summary: 'Finish a login with a passkey',
    body: secondStepByPasskey,
    response: finishedLogin,
  }),
  askForConfirmingPasskey: endpoint({
    method: 'POST',
    path: '/api/users/confirm/passkey/options',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'What the browser needs to confirm the current session by a passkey; valid for 5 minutes',
    response: requestOptions,
  }),
  confirmWithPasskey: endpoint({
    method: 'POST',
    path: '/api/users/confirm/passkey',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'Confirm the current session by a passkey',
    body: assertionBody,
    response: done,
  }),
};

/** Apart from the others, because the login page needs them. */
export const passkeyLoginEndpoints = {
  askForLoginPasskey: endpoint({
    method: 'POST',
    path: '/api/users/login/passkey/options',
    access: 'public',
    summary: 'What the browser needs to log in with a passkey; valid for 5 minutes',
    response: requestOptions,
  }),
  logInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/users/login/passkey',
    access: 'public',
    summary: 'Log in with a passkey instead of email and password',
    body: assertionBody,
    response: loginResponse,
  }),
};
