// Addresses for many connections at once: Cellar permits 32 for one download, and 128 for one member.
import { logIn } from './cellar-client.ts';
import { type CellarServer, firstAdmin } from './cellar-server.ts';

const ofDownload = 32;
const ofMember = 128;

/**
 * Returns the paths of downloads that may have this many connections together.
 * `emails`: of members with the first admin's password.
 */
export async function downloadPaths(
  cellar: CellarServer,
  { gameId, emails, connections }: { gameId: string; emails: string[]; connections: number },
): Promise<string[]> {
  const paths: string[] = [];
  for (const email of emails.slice(0, Math.ceil(connections / ofMember))) {
    const member = await logIn(cellar.port, { ...firstAdmin, email });
    for (let count = 0; count < ofMember; count += ofDownload) paths.push(await member.downloadPath(gameId));
  }
  return paths;
}
