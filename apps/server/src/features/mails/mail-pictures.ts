// Pictures inside mails. The outbox keeps which ones a mail shows, not their bytes: those are read when it goes out, and a
// picture that is gone by then is left out. Used by the mails service.
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MailAttachment } from '#platform/mail/mailer.ts';

/** A picture of features/artwork, shown by `<img src="cid:…">`. */
export interface MailPicture {
  cid: string;
  /** Name of the whole picture. */
  artwork: string;
  /** Pixels, at most. */
  width: number;
}

export interface PictureSource {
  /** As a JPEG, which every mail program knows; undefined where it is gone. */
  readJpeg(name: string, width: number): Promise<Buffer | undefined>;
}

/** A digest's pictures are the same for all its readers. Room for those of a few. */
const remembered = 100;

export function createMailPictures({ artwork, log }: { artwork: PictureSource; log: FastifyBaseLogger }) {
  const known = new LRUCache<string, Promise<Buffer | undefined>>({ max: remembered });

  function read({ artwork: name, width }: MailPicture): Promise<Buffer | undefined> {
    const key = `${name} ${width}`;
    const reading =
      known.get(key) ??
      artwork.readJpeg(name, width).catch((error) => {
        log.warn({ err: error, name }, 'a picture of a mail could not be read');
        return undefined;
      });
    known.set(key, reading);
    return reading;
  }

  /** `pictures`: JSON, as the outbox keeps it. */
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

    /** The mail as a page can show it: with its pictures in the text. */
    async putInside(html: string, pictures: string): Promise<string> {
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
