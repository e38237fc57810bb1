// An authenticator app. It gives each of two codes only once, as the server wants it, without waiting for the next half minute.
import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;

export class Authenticator {
  readonly #secret: Secret;
  #last = 0;

  constructor(secret: string) {
    this.#secret = Secret.fromBase32(secret.replace(/\s/g, ''));
  }

  /**
   * Begins with the current code. The server also accepts the one before it, but no longer if the half minute ends before it is
   * sent.
   */
  nextCode(): string {
    const current = Math.floor(Date.now() / stepMs);
    this.#last = Math.max(this.#last + 1, current);
    return TOTP.generate({ secret: this.#secret, timestamp: this.#last * stepMs });
  }
}
