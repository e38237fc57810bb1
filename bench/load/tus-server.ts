// A rival of the upload rows, as a separate process: the reference server of the tus protocol with its store for files.
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { generate } from './generator.ts';

export interface TusServer {
  port: number;
  directory: string;
}

generate<TusServer, null>(async ({ port, directory }, phases) => {
  // One upload at a time, always with the same address.
  const namingFunction = () => 'big-file';
  const tus = new Server({ path: '/uploads', datastore: new FileStore({ directory }), namingFunction });
  const server = tus.listen(port, '127.0.0.1', () => phases.measuring());
  await phases.stopped;
  server.closeAllConnections();
  server.close();
  return null;
});
