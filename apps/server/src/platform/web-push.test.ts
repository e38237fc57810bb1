import { describe, expect, it } from 'vitest';
import { encryptPush, isPushKey, vapidKeysOf } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291 section 5 and appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('a push message', () => {
  it('is encrypted as in the example of RFC 8291', () => {
    const keys = { p256dh: bytes(example.p256dh), auth: bytes(example.auth) };
    const fixed = { salt: bytes(example.salt), privateKey: bytes(example.privateKey) };
    expect(encryptPush(Buffer.from(example.text), keys, fixed).toString('base64url')).toBe(example.body);
    expect(encryptPush(Buffer.from(example.text), keys)).not.toEqual(
      encryptPush(Buffer.from(example.text), keys),
    );
  });

  it('needs keys that are points of the curve', () => {
    expect(isPushKey(example.p256dh)).toBe(true);
    expect(isPushKey(example.p256dh.replace('BCVx', 'BCVy'))).toBe(false);
    expect(isPushKey('A'.repeat(87))).toBe(false);
    expect(vapidKeysOf(example.privateKey)?.publicKey).toBe(example.publicKey);
    expect(vapidKeysOf('_'.repeat(43))).toBeUndefined();
  });
});
