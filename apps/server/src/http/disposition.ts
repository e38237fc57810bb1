import { create } from 'content-disposition';

/**
 * Returns the value of Content-Disposition. Some programs, such as `curl -OJ`, read only the name in Latin-1, in which every other
 * character is a question mark. If hardly a letter is left, that name is the id, so that two files do not get one name.
 */
export function attachmentNamed(fileName: string, id: string): string {
  const [, stem = '', extension = ''] = /^(.*?)((?:\.[\w-]{1,10}){0,2})$/s.exec(fileName) ?? [];
  const letters = stem.match(/[A-Za-z\u00c0-\u00ff]/g) ?? [];
  const isLost = letters.length < 3 && /[\u0100-\u{10ffff}]/u.test(stem);
  return create(fileName, isLost ? { fallback: `${id}${extension}` } : {});
}
