// Sets the colour scheme before the first paint, so that nothing flashes. A file of its own, because the content
// security policy forbids inline scripts. The key is the one of src/ui/theme-provider.tsx.
(() => {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('cellar-color-scheme');
  } catch {
    // Blocked storage: the system's preference decides.
  }
  const system = window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
