// The texts of the emails about new games. `single` is about one game, `batch` about several, `reason` explains why and how
// often the member gets the email. `sample` marks the title of a game that was invented for a preview. The English subjects
// are those of the specification.
import type { Language } from '@cellar/contract/people/accounts.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import pl from './texts/pl.json' with { type: 'json' };
import ptBr from './texts/pt-BR.json' with { type: 'json' };

export const digestTexts: Record<Language, typeof en> = { de, en, es, fr, it, pl, 'pt-BR': ptBr };
