// Converts file names into namespaces: `./es/add-game.json` becomes `addGame`.
export function textsByFeature(files: Record<string, unknown>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [featureOf(path), withoutBreaks(texts) as object]),
  );
}

/** Replaces the spaces before or after some French and Spanish punctuation marks by non-breaking spaces. */
function withoutBreaks(texts: unknown): unknown {
  if (typeof texts === 'string') return texts.replace(/ (?=[:;!?»%])/g, '\u00a0').replace(/« /g, '«\u00a0');
  const pairs = Object.entries(texts as object).map(([key, inner]) => [key, withoutBreaks(inner)]);
  return Object.fromEntries(pairs);
}

function featureOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
