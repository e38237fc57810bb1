// Uploads a file like the page, with three chunks in flight.
import type { CellarServer } from './cellar-server.ts';
import { runLoadOnce } from './load.ts';
import type { Payload } from './payload.ts';

/** Sends all chunks without the final request. Returns the plan for `completeUpload`. */
export async function uploadChunks(
  cellar: CellarServer,
  payload: Payload,
  upload: { name: string; chunks: number },
) {
  const plan = {
    title: upload.name,
    uploadId: upload.name,
    chunkBytes: payload.bytes,
    totalChunks: upload.chunks,
  };
  const requests = cellar.client.chunkRequests(plan);
  const target = { host: '127.0.0.1', port: cellar.port, payloadFile: payload.file, requests, atOnce: 3 };
  await runLoadOnce('upload-load.ts', target, cellar.pid);
  return plan;
}
