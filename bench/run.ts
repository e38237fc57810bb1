// `npm run bench [-- rows]`: measures the real server beside its yardsticks and prints one table.
// Without names all rows are measured; the figures to reach are those of the design.
import { measureBrowser } from './src/browser.ts';
import { measureCatalogue } from './src/catalogue.ts';
import { measureCompletion } from './src/completion.ts';
import { measureDownload } from './src/download.ts';
import { measureMatching } from './src/matching.ts';
import { measureQueries } from './src/queries.ts';
import { formatTable, type Row } from './src/row.ts';
import { measureSlowFlush } from './src/slow-flush.ts';
import { measureUpload } from './src/upload.ts';

const measures: Record<string, () => Promise<Row[]>> = {
  download: measureDownload,
  upload: measureUpload,
  completion: measureCompletion,
  'slow-flush': measureSlowFlush,
  catalogue: measureCatalogue,
  browser: measureBrowser,
  matching: measureMatching,
  queries: measureQueries,
};

const unknown = process.argv.slice(2).filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. There are: ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}
if (process.platform !== 'linux') {
  console.error('The benchmark reads /proc and runs on Linux only.');
  process.exit(1);
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(measures);
const rows: Row[] = [];
for (const name of names) {
  console.error(`measuring ${name} …`);
  rows.push(...((await measures[name]?.()) ?? []));
}
console.log(formatTable(rows));
// A figure that is missed is news, not a failure of the run: shared machines differ too much for a gate. A rule is kept on any.
if (rows.some(({ ok, isRule }) => isRule && ok === false)) process.exitCode = 1;
