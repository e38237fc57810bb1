// Builds the heads of pages: the site's name, and the preview that chats and feeds show for a public game page.

import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import { idParams } from '@cellar/contract/text.ts';
import type { Db } from '#db/schema.ts';
import type { LinkPreview, PageHead } from '#http/web-app.ts';
import type { Base } from '#platform/base.ts';
import { shorten } from '#platform/shorten.ts';
import type { SettingsService } from './settings.service.ts';

interface Deps extends Pick<Base, 'db' | 'publicUrl'> {
  settings: SettingsService;
}

const descriptionMax = 200;

export function createPageHeads({ db, settings, publicUrl }: Deps) {
  return async (path: string): Promise<PageHead> => {
    const { siteName, publicGamePages } = await settings.get();
    const id = gameIdOf(path);
    // Pages that are not public must not reveal whether a game exists.
    if (id === undefined || !publicGamePages) return { title: siteName };
    const game = await findGame(db, id);
    if (!game) return { title: siteName, isMissing: true };
    const { title } = game;
    const preview: LinkPreview = {
      title,
      siteName,
      description: shorten(game.description, descriptionMax),
      url: `${publicUrl}/game/${encodeURIComponent(id)}`,
    };
    if (game.boxArt) preview.image = imageOf(publicUrl, { ...game, boxArt: game.boxArt });
    return { title: `${title} · ${siteName}`, preview };
  };
}

function imageOf(
  publicUrl: string,
  game: { title: string; boxArt: string; width: number | null; height: number | null },
): LinkPreview['image'] {
  const { width, height } = game;
  const size = width && height ? { width, height } : {};
  return { url: publicUrl + artworkUrl(game.boxArt), alt: game.title, ...size };
}

/** Returns undefined for other pages, and an empty string for an invalid id. */
function gameIdOf(path: string): string | undefined {
  const [, encoded] = /^\/game\/([^/]+)\/?$/.exec(path) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return idParams.safeParse({ id: decodeURIComponent(encoded) }).data?.id ?? '';
  } catch {
    return '';
  }
}

/** `width` and `height` are null until a job has processed the picture. */
function findGame(db: Db, id: string) {
  return db
    .selectFrom('games')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .select(['games.title', 'games.description', 'games.boxArt', 'artworks.width', 'artworks.height'])
    .where('games.id', '=', id)
    .where('games.isHidden', '=', 0)
    .executeTakeFirst();
}
