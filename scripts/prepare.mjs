// `npm run build`: fetches the runtime, installs and builds as `npm start` does, but starts nothing. For a server that may
// not write to this folder (docs/cellar.service).
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { cleanly } from './report.mjs';
import { ensureRuntime } from './runtime.mjs';

await cleanly(() => {
  const node = ensureRuntime();
  ensureInstalled(node);
  ensureBuilt(node);
});
