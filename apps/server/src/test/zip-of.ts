import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Returns a compressed ZIP with these files. */
export async function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}
