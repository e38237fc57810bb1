import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import {
  codeBody,
  localLoginBody,
  loginLinks,
  loginOffer,
  loginProvider,
  loginProviderBody,
  loginSettings,
  loginThroughProvider,
  newLoginProviderBody,
  providerChoice,
  providerParams,
  providerTest,
  providerUrl,
  startLoginQuery,
  testProviderBody,
} from './login-providers.ts';

/** For visitors. */
const visitorEndpoints = {
  startProviderLogin: endpoint('GET', '/api/auth/oidc/:id/start', 'public', {
    summary: 'Redirects to a login provider, or to the login page with the reason why not',
    params: providerParams,
    query: startLoginQuery,
    produces: 'text/html',
  }),
  finishProviderLogin: endpoint('GET', '/api/auth/oidc/callback', 'public', {
    summary: 'Where login providers send the browser back to; redirects to the page',
    produces: 'text/html',
  }),
  exchangeLoginCode: endpoint('POST', '/api/auth/oidc/session', 'public', {
    reserve: 'all',
    summary:
      'Exchange the code of a finished login for a session, once, within a minute, in the same browser',
    body: codeBody,
    response: loginThroughProvider,
  }),
};

/** For members: their own links. */
const linkEndpoints = {
  listLoginLinks: endpoint('GET', '/api/users/login-links', 'member', {
    summary: 'The logins that are linked to the current account, and the providers that could be',
    response: loginLinks,
  }),
  startLoginLink: endpoint('POST', '/api/users/login-links', 'member', {
    isSensitive: true,
    summary: 'Begin to link a login to the current account; the response says where to send the browser',
    body: providerChoice,
    response: providerUrl,
  }),
  deleteLoginLink: endpoint('DELETE', '/api/users/login-links/:id', 'member', {
    isSensitive: true,
    summary: 'Remove a linked login; refused if the account could no longer log in',
    params: idParams,
    response: done,
  }),
  getLoginOffer: endpoint('GET', '/api/users/login-offer', 'member', {
    scope: 'session',
    summary: 'The login from this browser that can be linked to the current account',
    response: loginOffer,
  }),
  acceptLoginOffer: endpoint('POST', '/api/users/login-offer', 'member', {
    isSensitive: true,
    summary: 'Link the login from this browser to the current account',
    response: done,
  }),
  startConfirmation: endpoint('POST', '/api/users/confirm-by-provider', 'member', {
    scope: 'session',
    summary:
      'Begin to confirm the current session by a linked login; the response says where to send the browser',
    body: providerChoice,
    response: providerUrl,
  }),
};

const adminEndpoints = {
  getLoginSettings: endpoint('GET', '/api/admin/login-providers', 'admin', {
    summary: 'The login providers, without their secrets, and whether members can log in with a password',
    response: loginSettings,
  }),
  addLoginProvider: endpoint('POST', '/api/admin/login-providers', 'admin', {
    isSensitive: true,
    summary: 'Add a login provider, at most 20',
    body: newLoginProviderBody,
    response: loginProvider,
    status: 201,
  }),
  changeLoginProvider: endpoint('PUT', '/api/admin/login-providers/:id', 'admin', {
    isSensitive: true,
    summary: 'Change a login provider; 409 if the environment sets it',
    params: idParams,
    body: loginProviderBody,
    response: loginProvider,
  }),
  deleteLoginProvider: endpoint('DELETE', '/api/admin/login-providers/:id', 'admin', {
    isSensitive: true,
    summary: 'Delete a login provider; links of accounts stay, in case it is added again',
    params: idParams,
    response: done,
  }),
  testLoginProvider: endpoint('POST', '/api/admin/login-providers/test', 'admin', {
    isSensitive: true,
    summary: 'Fetch the configuration of a provider, and say what is wrong with it',
    body: testProviderBody,
    response: providerTest,
  }),
  setLocalLogin: endpoint('PUT', '/api/admin/local-login', 'admin', {
    isSensitive: true,
    summary:
      'Let members log in with a password or not; refused unless a provider works and the caller has linked it',
    body: localLoginBody,
    response: loginSettings,
  }),
};

export const loginProvidersEndpoints = { ...visitorEndpoints, ...linkEndpoints, ...adminEndpoints };
