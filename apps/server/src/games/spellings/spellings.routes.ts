import type { Router } from '#http/route.ts';
import type { SpellingRules } from './spelling-rules.service.ts';
import type { SpellingsService } from './spellings.service.ts';

interface Deps {
  spellings: SpellingsService;
  spellingRules: SpellingRules;
}

export function spellingsRoutes(router: Router, { spellings, spellingRules }: Deps): void {
  router.mount('listSpellings', async ({ query }) => spellings.list(query));
  router.mount('previewMerge', async ({ body }) => spellings.preview(body));
  router.mount('listSpellingRules', async () => ({ rules: await spellingRules.list() }));
  router.mount('deleteSpellingRule', async ({ params, member }) => {
    await spellingRules.remove(member, params.id);
    return { message: 'Rule deleted' };
  });
}
