// How the web page is built (dist/, served by the server) and developed (`npm run dev`).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes `x.js.br` and `x.js.gz` next to `x.js`, so that the server need not compress files for each request. */
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

// Modules that every member loads (home, login, games). One file is a tenth smaller than forty. Modules that they
// import are included, with everything in them that any page uses, so modules that only some pages need are not listed
// here.
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
    // The CSP allows data: URLs only for pictures, and another small file costs almost nothing.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Some contract modules define both rules and schemas. Building a schema has no side effects, so unused ones can
      // be removed.
      treeshake: { manualPureFunctions: ['z'] },
      // Keeps code that every page needs in one file that changes only with a dependency. All other code is split by
      // its imports.
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
