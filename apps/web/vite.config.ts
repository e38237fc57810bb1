// How the web page is built (dist/, served by the server) and developed (`npm run dev`).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server sends `x.js.br` or `x.js.gz` in place of `x.js` to who takes it: compressed once, as well as can be. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(names.map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
}

const everyPageNeeds =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[^/]+|i18next|react-i18next)\//;

// The small modules of every member's way (home, login, games): one file of them is a tenth smaller than forty. What
// they import comes along, all parts of it that any page uses: whatever only some pages need is not named here.
const membersNeed = new RegExp(
  [
    'apps/web/src/(app/paths|lib/(?!test|send-form|format|dropped-folders|now-and-then|pick-files|save-blob|stray-files)|features/(auth/session|site/(site.queries|page-title)|account/preferences.queries))',
    'apps/web/src/i18n/(i18n|language|languages|texts-by-feature|error-text|en/(common|downloads|games|site))[.]',
    'apps/web/src/ui/(brand-mark|panel|covers/cover|covers/cover-art|covers/cover-placeholder|fields/select|feedback/(notice|progress-bar|skeleton|state-message)|toasts/toast)[.]',
    'packages/contract/src/(api|rules/(artwork|limits|sizes|sort))[.]ts',
    'node_modules/thumbhash/',
    '@mantine/core/esm/components/(ActionIcon|Alert|Anchor|Box|Button|CloseButton|Input|InputBase|Loader)/',
    '@mantine/core/esm/components/(NativeSelect|Paper|Progress|Text|TextInput|Transition)/',
    '@mantine/core/esm/components/(UnstyledButton|VisuallyHidden)/',
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), compressed()],
  build: {
    target: 'es2022',
    // The CSP allows data: for pictures alone, and one small file more costs nothing.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The rules of the contract stand beside schemas; what builds a schema has no effect of its own.
      treeshake: { manualPureFunctions: ['z'] },
      // What every page needs stays in one file that changes only with a dependency; the rest follows the imports.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: everyPageNeeds, entriesAware: false },
            { name: 'members', test: membersNeed, entriesAware: false },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: process.env.CELLAR_API ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
});
