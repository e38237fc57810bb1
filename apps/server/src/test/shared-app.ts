// What the tests of a file share: an application, and clients of it. They can be used from the next hook on.
import { afterAll, beforeAll } from 'vitest';
import { buildApp, type TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

type Options = Parameters<typeof buildApp>[0];

/** Starts an application before the tests, and closes it after them. A function is called when it starts. */
export function sharedApp(options?: Options | (() => Options)): TestApp {
  const app = filledBeforeTests(() => buildApp(typeof options === 'function' ? options() : options));
  afterAll(() => app.close());
  return app;
}

/** Starts a mail server before the tests, and closes it after them. */
export function sharedMailServer(): MailServer {
  const mail = filledBeforeTests(startMailServer);
  afterAll(() => mail.close());
  return mail;
}

/** Creates an account before the tests. */
export function sharedClient(app: TestApp, state: Parameters<TestApp['as']>[0]): Client {
  return filledBeforeTests(() => app.as(state));
}

function filledBeforeTests<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => {
    Object.assign(made, await make());
  });
  return made;
}
