// Times every SQLite statement on this thread: its processor time, which does not depend on other load on the machine, and its
// elapsed time.
import { createRequire } from 'node:module';

interface Statement {
  source: string;
  get(...values: unknown[]): unknown;
}

interface Connection {
  prepare(sql: string): Statement;
}

/** The server's copy of better-sqlite3, because the clock patches its prototype. */
const server = createRequire(new URL('../../apps/server/package.json', import.meta.url));
const SQLite = server('better-sqlite3') as new (path: string) => Connection & { close(): void };

export function openInMemory(): Connection & { close(): void } {
  return new SQLite(':memory:');
}

export interface TimedStatement {
  sql: string;
  /** The call or job during the slowest run. */
  during: string;
  cpuMs: number;
  wallMs: number;
  times: number;
}

const methods = ['run', 'get', 'all'] as const;

export function createStatementClock() {
  const statements = new Map<string, TimedStatement>();
  let during = '';

  function note(sql: string, { cpuMs, wallMs }: { cpuMs: number; wallMs: number }): void {
    if (!during) return;
    const known = statements.get(sql);
    if (known) known.times += 1;
    if (known && known.cpuMs >= cpuMs) return;
    statements.set(sql, { sql, during, cpuMs, wallMs, times: known?.times ?? 1 });
  }

  const probe = openInMemory();
  const prototype = Object.getPrototypeOf(probe.prepare('select 1'));
  probe.close();
  for (const method of methods) {
    const original = prototype[method] as (...values: unknown[]) => unknown;
    prototype[method] = function timed(this: Statement, ...values: unknown[]) {
      const [wall, cpu] = [performance.now(), process.threadCpuUsage()];
      try {
        return original.apply(this, values);
      } finally {
        const { user, system } = process.threadCpuUsage(cpu);
        note(this.source, { cpuMs: (user + system) / 1000, wallMs: performance.now() - wall });
      }
    };
  }

  return {
    /** Attributes the following statements to `name`; ignores them if it is empty. */
    begin(name: string): void {
      during = name;
    },
    slowest: (count: number) => [...statements.values()].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, count),
  };
}
