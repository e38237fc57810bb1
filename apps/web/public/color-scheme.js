// Sets the color scheme before the first paint to avoid a flash. This is a separate file because the content security
// policy forbids inline scripts. src/ui/theme-provider.tsx uses the same storage key.
(() => {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('cellar-color-scheme');
  } catch {
    // Storage is blocked, so the system's preference decides.
  }
  const system = window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
