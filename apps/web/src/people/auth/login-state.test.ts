import { describe, expect, it } from 'vitest';
import { firstMode, readLoginState, readSecondStepState, safeReturnTo } from './login-state.ts';

const origin = 'http://library.test:3000';

describe('safeReturnTo', () => {
  it.each(['/games', '/games?game=a1&sort=titleAsc', '/admin#list', '/'])(
    'keeps the path %s of this site',
    (path) => {
      expect(safeReturnTo(path, origin)).toBe(path);
    },
  );

  it.each([
    'https://elsewhere.test/games',
    '//elsewhere.test/games',
    '/\\elsewhere.test',
    '/\t/elsewhere.test',
    '/games/..//elsewhere.test',
    '/.//elsewhere.test',
    'javascript:alert(1)',
    'games',
    '',
    undefined,
    42,
    'http://library.test:3000/games',
  ])('refuses %s', (value) => {
    expect(safeReturnTo(value, origin)).toBeUndefined();
  });
});

describe('readLoginState', () => {
  it('reads message and returnTo', () => {
    expect(readLoginState({ message: 'Please log in.', returnTo: '/games', usr: 1 }, origin)).toEqual({
      message: 'Please log in.',
      returnTo: '/games',
    });
  });

  it.each([null, undefined, 'text', 7, { message: 5, returnTo: {} }])('ignores %s', (state) => {
    expect(readLoginState(state, origin)).toEqual({});
  });

  it('reads the request to register', () => {
    const state = { isRegistering: true, isRequestAccess: true };
    expect(readLoginState(state, origin)).toEqual(state);
  });
});

describe('readSecondStepState', () => {
  const state = {
    challenge: 'x',
    methods: ['code'],
    email: 'ada@example.com',
    returnTo: '/games?sort=titleAsc',
  };

  it('reads what the login page left', () => {
    expect(readSecondStepState({ ...state, usr: 1 }, origin)).toEqual(state);
    expect(readSecondStepState({ ...state, returnTo: '//elsewhere.test' }, origin)?.returnTo).toBeUndefined();
  });

  it.each([null, undefined, 'text', {}, { ...state, challenge: 5 }, { ...state, methods: 'code' }])(
    'ignores %j',
    (value) => {
      expect(readSecondStepState(value, origin)).toBeUndefined();
    },
  );
});

describe('firstMode', () => {
  const query = (search = '') => new URLSearchParams(search);

  it.each([
    ['login', {}, ''],
    ['login', {}, 'register=false&invite=abc'],
    ['register', {}, 'register=true'],
    ['register', { isRegistering: true }, ''],
    ['requestAccess', { isRegistering: true, isRequestAccess: true }, ''],
    ['requestAccess', {}, 'register=true&invite=abc'],
  ])('returns %s for %j and "%s"', (mode, state, search) => {
    expect(firstMode(state, query(search))).toBe(mode);
  });
});
