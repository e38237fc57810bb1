// All texts in Spanish, in one chunk of their own. Loaded by language.ts.
import { type LanguageTexts, textsByFeature } from './texts-by-feature.ts';

export const texts: LanguageTexts = textsByFeature(
  import.meta.glob('./es/*.json', { eager: true, import: 'default' }),
);
