// Runs before the first paint. This is a separate file because the content security policy forbids inline scripts.
(() => {
  const { documentElement, currentScript, head } = document;

  // Sets the color scheme, to avoid a flash. src/ui/theme-provider.tsx uses the same storage key.
  const chosen = read('cellar-color-scheme');
  const system = window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  documentElement.setAttribute('data-mantine-color-scheme', scheme);

  // Loads the texts along with the code. Chooses the language like src/i18n/language.ts, and gets the files from the
  // build (vite.config.ts).
  const files = currentScript.dataset;
  const tags = [read('cellar-language') ?? '', ...navigator.languages, 'en'];
  const language = tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((name) => files[name]);
  if (language) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[language];
    head.append(link);
  }

  function read(key) {
    try {
      return window.localStorage.getItem(key);
    } catch {
      // Storage is blocked, so the settings of the system and the browser decide.
      return null;
    }
  }
})();
