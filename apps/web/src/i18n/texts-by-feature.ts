// From files to namespaces: `./es/add-game.json` is `addGame`. Used by the languages that are loaded on demand.

/** Texts by feature, as i18next takes them. */
export type LanguageTexts = Record<string, object>;

export function textsByFeature(files: Record<string, unknown>): LanguageTexts {
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [featureOf(path), texts as object]));
}

export function featureOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
