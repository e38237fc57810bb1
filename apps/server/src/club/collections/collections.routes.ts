import type { Router } from '#http/route.ts';
import type { CollectionGames } from './collection-games.service.ts';
import type { CollectionsService } from './collections.service.ts';
import type { NightsService } from './nights.service.ts';

interface Deps {
  collections: CollectionsService;
  collectionGames: CollectionGames;
  nights: NightsService;
}

export function collectionsRoutes(router: Router, { collections, collectionGames, nights }: Deps): void {
  router.mount('listCollections', ({ member, query }) => collections.list(member, query));
  router.mount('homeCollections', ({ member }) => collections.listForHome(member));
  router.mount('editableCollections', async ({ member, query }) => ({
    collections: await collections.listEditable(member, query.game),
  }));
  router.mount('createCollection', ({ member, body }) => collections.create(member, body));
  router.mount('getCollection', ({ member, params }) => collections.get(member, params.id));
  router.mount('changeCollection', ({ member, params, body }) => collections.change(member, params.id, body));
  router.mount('deleteCollection', async ({ member, params }) => {
    await collections.remove(member, params.id);
    return { message: 'Collection deleted' };
  });
  router.mount('listCollectionGames', ({ member, params, query }) =>
    collectionGames.list(member, params.id, query),
  );
  router.mount('addToCollection', async ({ member, params, body }) => ({
    added: await collectionGames.add(member, params.id, body.games),
  }));
  router.mount('placeInCollection', async ({ member, params, body }) => {
    await collectionGames.place(member, params.id, { gameId: params.gameId, before: body.before });
    return { message: 'Game moved' };
  });
  router.mount('removeFromCollection', async ({ member, params }) => {
    await collectionGames.remove(member, params.id, params.gameId);
    return { message: 'Game removed' };
  });
  router.mount('getNight', ({ member, params }) => nights.get(member, params.id));
  router.mount('answerNight', ({ member, params, body }) => nights.answer(member, params.id, body.answer));
  router.mount('listNightGames', ({ member, params, query }) =>
    nights.listGames(member, params.id, query.page),
  );
}
