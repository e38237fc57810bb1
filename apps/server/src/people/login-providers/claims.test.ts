import { expect, it } from 'vitest';
import { type Claims, personOf } from './accounts-of-persons.ts';
import type { Provider } from './login-providers.service.ts';

const adminWith = (adminClaim: string, claims: Claims, adminValue = 'keepers') => {
  const provider = { adminClaim, adminValue, trustsEmails: false } as Provider;
  return personOf(provider, { iss: 'https://login.example', sub: '1', ...claims }, {}).hasAdminClaim;
};

const zitadel = 'urn:zitadel:iam:org:project:roles';
const keycloak = 'resource_access.games.example.org.roles';

it.each<[string, Claims]>([
  ['groups', { groups: 'keepers' }],
  ['groups', { groups: ['members', 'keepers'] }],
  ['realm_access.roles', { realm_access: { roles: ['keepers'] } }],
  // Zitadel: which organizations grant the role.
  [zitadel, { [zitadel]: { keepers: { '1': 'games.example' }, members: {} } }],
  [zitadel, { [zitadel]: [{ members: {} }, { keepers: {} }] }],
  // Keycloak: clients are named by their address.
  [keycloak, { resource_access: { 'games.example.org': { roles: ['keepers'] }, games: { example: {} } } }],
  ['a.b.c', { 'a.b': { c: 'keepers' } }],
  ['a.b', { 'a.b': 'keepers', a: { b: 'members' } }],
])('the claim %s makes an admin in %j', (path, claims) => {
  expect(adminWith(path, claims)).toBe(true);
});

it.each<[string, Claims]>([
  ['groups', {}],
  ['groups', { groups: null }],
  ['groups', { groups: ['keepers of nothing'] }],
  ['groups', { groups: { keepers: false } }],
  ['groups', { groups: { members: 'keepers' } }],
  ['a.b', { 'a.b': 'members', a: { b: 'keepers' } }],
  ['__proto__.keepers', {}],
  ['groups', { groups: [['keepers']] }],
])('the claim %s makes no admin in %j', (path, claims) => {
  expect(adminWith(path, claims)).toBe(false);
});

it('no role is a name that every object has', () => {
  expect(adminWith('groups', { groups: {} }, 'constructor')).toBe(false);
});
