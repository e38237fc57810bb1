import { describe, expect, it } from 'vitest';
import { bodyOf, valuesOf, withSecurity } from './mail-server-values.ts';

const none = { source: 'none', server: null, hasPassword: false, isPasswordReadable: true } as const;

describe('the values of a mail server', () => {
  it('start with the usual port, and the stored password is not sent again', () => {
    const values = { ...valuesOf(none), host: 'smtp.example.org', from: 'a@cellar.example' };
    expect(bodyOf(values)).toEqual({
      ...{ host: 'smtp.example.org', port: 587, security: 'starttls', user: '', from: 'a@cellar.example' },
    });
    expect(bodyOf({ ...values, password: ' x ' }).password).toBe(' x ');
  });

  it('get the usual port of the chosen encryption, unless the port is an unusual one', () => {
    expect(withSecurity('tls', { port: '587' })).toEqual({ security: 'tls', port: '465' });
    expect(withSecurity('none', { port: '' })).toEqual({ security: 'none', port: '25' });
    expect(withSecurity('tls', { port: '2525' })).toEqual({ security: 'tls' });
  });
});
