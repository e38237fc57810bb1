// How the web page is built (dist/, served by the server) and developed (`npm run dev`).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';

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

/**
 * A file of everything that a module imports, directly or not, except packages and what the first load has. Other parts of the
 * page need some of it too; divided by that, it would be larger, and thirty files.
 */
function oneFile(name: string, path: string): Rolldown.CodeSplittingGroup {
  const start = normalizePath(join(import.meta.dirname, 'src', path));
  const content = new Set<string>();
  const add = (id: string, context: Rolldown.ChunkingContext): void => {
    if (content.has(id) || id.includes('node_modules')) return;
    const module = context.getModuleInfo(id);
    if (!module) throw new Error(`The page has no module ${id}`);
    content.add(id);
    for (const imported of module.importedIds) add(imported, context);
  };
  return {
    name: (id, context) => {
      add(start, context);
      return content.has(id) ? name : null;
    },
  };
}

/**
 * Names the files of the first texts in the page, as `data-en="/assets/…"`, so that public/before-paint.js can load
 * those of the reader's language.
 */
function textFiles(): Plugin {
  return {
    name: 'text-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const names = Object.values(bundle).flatMap((file) => {
          const module = file.type === 'chunk' ? (file.facadeModuleId ?? '') : '';
          const language = /i18n\/(\w\w)\b[^/]*\/first\.json$/.exec(module)?.[1];
          return language ? [` data-${language}="/${file.fileName}"`] : [];
        });
        const script = 'src="/before-paint.js"';
        return html.replace(script, script + names.join(''));
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), textFiles(), compressed()],
  build: {
    target: 'es2022',
    // The CSP allows data: URLs only for pictures, and another small file costs almost nothing.
    assetsInlineLimit: 0,
    // Browsers that preload no modules only start a little later.
    modulePreload: { polyfill: false },
    // Most licenses require that their text comes with the program. public/licenses/ has those of other files.
    license: { fileName: 'licenses/libraries.md' },
    rolldownOptions: {
      // Some contract modules define both rules and schemas. Building a schema has no side effects, so unused ones can
      // be removed.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      // Two files contain all code of the first load. That is a tenth smaller than forty files, and the libraries change
      // only with a dependency. Login and open game have a file each. All other code is split by its imports.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'app', test: /^(?!.*(index\.html|\/app\/main\.tsx)$)/, tags: ['$initial'] },
            oneFile('login', 'pages/login.tsx'),
            oneFile('game', 'pages/games/opened-game.tsx'),
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
