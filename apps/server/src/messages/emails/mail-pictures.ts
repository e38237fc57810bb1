// Pictures in emails. The outbox stores only their names. The bytes are read when an email is sent; pictures that have been
// deleted by then are left out.
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MailAttachment } from '#platform/mail/mailer.ts';

/** A picture of games/artwork that the email shows as `<img src="cid:…">`. */
export interface MailPicture {
  cid: string;
  /** The name of the original picture. */
  artwork: string;
  /** The maximum width, pixels. */
  width: number;
}

export interface PictureSource {
  /** Returns a JPEG, which every email program supports, or undefined if the picture has been deleted. */
  readJpeg(name: string, width: number): Promise<Buffer | undefined>;
}

/** Enough for a few digests, whose readers all get the same pictures. */
const maxCached = 100;

export type MailPictures = ReturnType<typeof createMailPictures>;

export function createMailPictures({ artwork, log }: { artwork: PictureSource; log: FastifyBaseLogger }) {
  const known = new LRUCache<string, Promise<Buffer | undefined>>({ max: maxCached });

  function read({ artwork: name, width }: MailPicture): Promise<Buffer | undefined> {
    const key = `${name} ${width}`;
    const reading =
      known.get(key) ??
      artwork.readJpeg(name, width).catch((error) => {
        log.warn({ err: error, name }, 'failed to read a picture of an email');
        return undefined;
      });
    known.set(key, reading);
    return reading;
  }

  /** `pictures`: JSON from the outbox. */
  async function load(pictures: string): Promise<MailAttachment[]> {
    const found: MailAttachment[] = [];
    for (const picture of JSON.parse(pictures) as MailPicture[]) {
      const content = await read(picture);
      if (content) found.push({ cid: picture.cid, fileName: `${picture.cid}.jpg`, content });
    }
    return found;
  }

  return {
    load,

    /** Returns the HTML with its pictures as data URIs. `pictures`: JSON from the outbox. */
    async embed(html: string, pictures: string): Promise<string> {
      const loaded = await load(pictures);
      return loaded.reduce(
        (text, { cid, content }) =>
          text.replaceAll(`"cid:${cid}"`, `"data:image/jpeg;base64,${content.toString('base64')}"`),
        html,
      );
    },

    forget: () => known.clear(),
  };
}
