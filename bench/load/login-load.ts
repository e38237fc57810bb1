// Child process of the catalogue rows: logs in all accounts concurrently again and again until it is stopped.
import { generate } from './generator.ts';

export interface LoginLoad {
  origin: string;
  emails: string[];
  password: string;
}

export interface LoginResult {
  logins: number;
}

generate<LoginLoad, LoginResult>(async ({ origin, emails, password }, phases) => {
  let isOver = false;
  let logins = 0;
  void phases.stopped.then(() => {
    isOver = true;
  });

  async function logInRepeatedly(email: string, person: number): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const response = await fetch(`${origin}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(person, round) },
        body: JSON.stringify({ email, password }),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`a login was answered with ${response.status}`);
      logins += 1;
    }
  }

  const people = Promise.all(emails.map(logInRepeatedly));
  phases.measuring();
  await people;
  return { logins };
});

/** Varies the network address, because login attempts are limited by address. */
function addressOf(person: number, round: number): string {
  return `10.${person % 256}.${round % 256}.${1 + (Math.floor(person / 256) % 250)}`;
}
