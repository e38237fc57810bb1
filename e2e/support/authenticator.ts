// An authenticator app. It gives each code only once, as the server wants it, without waiting for the next half minute.
import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;

export class Authenticator {
  readonly #secret: Secret;
  #last = 0;

  constructor(secret: string) {
    this.#secret = Secret.fromBase32(secret.replace(/\s/g, ''));
  }

  /** Begins with the code before the current one. The server accepts that one, the current and the next one. */
  nextCode(): string {
    const current = Math.floor(Date.now() / stepMs);
    this.#last = Math.max(this.#last + 1, current - 1);
    return TOTP.generate({ secret: this.#secret, timestamp: this.#last * stepMs });
  }
}
