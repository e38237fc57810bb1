// `npm run bench [-- NAMES]`: compares the real server with its yardsticks and prints one table. Without names it
// measures all rows but the longest.
import { measureAdminTables } from './src/admin-tables.ts';
import { measureBackup } from './src/backup.ts';
import { measureBrowser } from './src/browser.ts';
import { measureCatalogue } from './src/catalogue.ts';
import { measureCluster } from './src/cluster.ts';
import { measureColdDownload } from './src/cold-download.ts';
import { measureCompletion } from './src/completion.ts';
import { measureDownload } from './src/download.ts';
import { measureFairness } from './src/fairness.ts';
import { measureFolders } from './src/folders.ts';
import { measureGrowthByDownloads } from './src/growth/downloads.ts';
import { measureGrowthByGames } from './src/growth/games.ts';
import { measureGrowthBySessions } from './src/growth/sessions.ts';
import { measureMatching } from './src/matching.ts';
import { measureMembers } from './src/members.ts';
import { measurePageUpload } from './src/page-upload.ts';
import { measureQueries } from './src/queries.ts';
import { measureRivals } from './src/rivals.ts';
import { formatTable, type Row } from './src/row.ts';
import { measureS3 } from './src/s3.ts';
import { measureSlowFlush } from './src/slow-flush.ts';
import { measureSmall } from './src/small.ts';
import { measureSoak } from './src/soak.ts';
import { measureUpload } from './src/upload.ts';

const measures: Record<string, () => Promise<Row[]>> = {
  download: measureDownload,
  'cold-download': measureColdDownload,
  fairness: measureFairness,
  upload: measureUpload,
  'page-upload': measurePageUpload,
  rivals: measureRivals,
  completion: measureCompletion,
  'slow-flush': measureSlowFlush,
  catalogue: measureCatalogue,
  browser: measureBrowser,
  matching: measureMatching,
  queries: measureQueries,
  'admin-tables': measureAdminTables,
  members: measureMembers,
  s3: measureS3,
  cluster: measureCluster,
  backup: measureBackup,
  folders: measureFolders,
  'growth-games': measureGrowthByGames,
  'growth-sessions': measureGrowthBySessions,
  'growth-downloads': measureGrowthByDownloads,
  small: measureSmall,
  soak: measureSoak,
};

/** The soak takes as long as it is asked to, and a library of 1,000,000 games is seeded for about half an hour. */
const long = ['soak', 'growth-games'];

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = named.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`Unknown row: ${unknown.join(', ')}. The rows are: ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}
if (process.platform !== 'linux') {
  console.error('The benchmark needs Linux, because it reads /proc.');
  process.exit(1);
}

const names = named.length > 0 ? named : Object.keys(measures).filter((name) => !long.includes(name));
const rows: Row[] = [];
for (const name of names) {
  console.error(`measuring ${name} …`);
  rows.push(...((await measures[name]?.()) ?? []));
}
console.log(formatTable(rows));
// Missing a goal does not fail the run, because shared machines differ too much. Breaking a rule does.
if (rows.some(({ ok, isRule }) => isRule && ok === false)) process.exitCode = 1;
