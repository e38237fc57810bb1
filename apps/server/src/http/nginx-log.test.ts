// What nginx logs with docs/nginx.conf.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';
import { isNginxMissing, startNginx } from '#test/reverse-proxies.ts';
import { getTicket } from '#test/sample-download.ts';
import { eventually } from '../../../../test/waiting.ts';

describe.skipIf(isNginxMissing)('the log of nginx', () => {
  it('has the addresses of requests without tickets and tokens', async () => {
    const app = await buildApp({ env: { TRUST_PROXY: 'loopback' } });
    const nginx = await startNginx(app);
    const game = await createGame(app.services, await app.as('admin'));
    const { url } = await getTicket(await app.as('member'), game);
    const token = 'the-secret-of-a-link';
    const paths = [
      url,
      `/api/feeds/${token}`,
      `//API/feeds/${token}/`,
      `/api/%66eeds/${token}`,
      `/api/notifications/unsubscribe/${token}`,
      `/api/users/verify/${token}`,
      `/reset-password?token=${token}`,
      '/last',
    ];
    const referer = `${nginx.url}/reset-password?token=${token}`;
    for (const path of paths) await (await fetch(nginx.url + path, { headers: { referer } })).arrayBuffer();
    await eventually(async () => expect(nginx.accessLog()).toContain('/last'));
    const log = nginx.accessLog();
    await nginx.stop();
    await app.close();
    expect(log).toContain(
      `"GET ${api.download.path.replace(':id', game.id).replace(':platform', game.platform)}" 200`,
    );
    expect(log).toContain('"GET /api/feeds/-"');
    expect(log).not.toContain(token);
    expect(log).not.toMatch(/ticket|\?/);
  });
});
