// From files to namespaces: `./es/add-game.json` is `addGame`. Used for the languages that are loaded on demand.

/** Texts by feature, as i18next takes them. */
export function textsByFeature(files: Record<string, unknown>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [featureOf(path), withoutBreaks(texts) as object]),
  );
}

/** French and Spanish set a space before some marks; without this a line may begin with the mark. */
function withoutBreaks(texts: unknown): unknown {
  if (typeof texts === 'string') return texts.replace(/ (?=[:;!?»%])/g, '\u00a0').replace(/« /g, '«\u00a0');
  const pairs = Object.entries(texts as object).map(([key, inner]) => [key, withoutBreaks(inner)]);
  return Object.fromEntries(pairs);
}

function featureOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
