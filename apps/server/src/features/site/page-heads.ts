// What the head of each page says: the site's name everywhere, and on a game's public page what a link to it shows in
// a chat or a feed. Handed to http/web-app.ts by app.ts.
import { artworkUrl } from '@cellar/contract/rules/artwork.ts';
import { idParams } from '@cellar/contract/text.ts';
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { LinkPreview, PageHead } from '#http/page-head.ts';
import { shorten } from '#platform/shorten.ts';

interface Deps {
  db: Db;
  settings: SettingsService;
  publicUrl: string;
}

const descriptionLetters = 200;

export function createPageHeads({ db, settings, publicUrl }: Deps) {
  return async (path: string): Promise<PageHead> => {
    const { siteName, publicGamePages } = await settings.get();
    const id = gameIdOf(path);
    // Pages that are not public tell nothing of any game, not even whether it is there.
    if (id === undefined || !publicGamePages) return { title: siteName };
    const game = await findGame(db, id);
    if (!game) return { title: siteName, isMissing: true };
    const { title } = game;
    const preview: LinkPreview = {
      ...{ title, siteName },
      description: shorten(game.description, descriptionLetters),
      url: `${publicUrl}/game/${encodeURIComponent(id)}`,
    };
    if (game.boxArt) preview.image = imageOf(publicUrl, { ...game, boxArt: game.boxArt });
    return { title: `${title} · ${siteName}`, preview };
  };
}

function imageOf(
  publicUrl: string,
  {
    title,
    boxArt,
    width,
    height,
  }: { title: string; boxArt: string; width: number | null; height: number | null },
): LinkPreview['image'] {
  const size = width && height ? { width, height } : {};
  return { url: publicUrl + artworkUrl(boxArt), alt: title, ...size };
}

/** Undefined for every other page; empty for what can't be the id of a game. */
function gameIdOf(path: string): string | undefined {
  const [, encoded] = /^\/game\/([^/]+)\/?$/.exec(path) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return idParams.safeParse({ id: decodeURIComponent(encoded) }).data?.id ?? '';
  } catch {
    return '';
  }
}

/** The size is not known of a picture that no job has looked at yet. */
function findGame(db: Db, id: string) {
  return db
    .selectFrom('games')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .select(['games.title', 'games.description', 'games.boxArt', 'artworks.width', 'artworks.height'])
    .where('games.id', '=', id)
    .executeTakeFirst();
}
