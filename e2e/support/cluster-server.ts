// Three nodes behind nginx, on PostgreSQL and an S3 store. A separate process runs them
// (apps/server/src/test/cluster-host.ts).
import { fileURLToPath } from 'node:url';
import type { Account } from './cellar-api.ts';
import { checkPageIsBuilt } from './cellar-server.ts';
import { HostProcess } from './host-process.ts';

const hostProgram = fileURLToPath(new URL('../../apps/server/src/test/cluster-host.ts', import.meta.url));

interface Started {
  /** The address of nginx. */
  url: string;
  admin: Account;
}

export class ClusterServer {
  readonly url: string;
  readonly admin: Account;
  #host: HostProcess<Started>;

  private constructor(host: HostProcess<Started>, { url, admin }: Started) {
    this.#host = host;
    this.url = url;
    this.admin = admin;
  }

  static async start(): Promise<ClusterServer> {
    checkPageIsBuilt();
    const host = new HostProcess<Started>(hostProgram, process.env);
    return new ClusterServer(host, await host.ready);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Restarts all nodes, one after the other. */
  async restart(): Promise<void> {
    for (const node of [0, 1, 2]) {
      await this.#host.ask({ do: 'stop', node });
      await this.#host.ask({ do: 'start', node });
    }
  }

  remove(): Promise<void> {
    return this.#host.close();
  }
}
