// A process that runs a cluster for the browser tests. e2e/support/cluster-server.ts starts it and sends it one `ClusterRequest` at
// a time.
import { startCluster } from './cluster.ts';
import { firstAdmin } from './server-process.ts';

interface ClusterRequest {
  id: number;
  do: 'stop' | 'start';
  node: number;
}

const cluster = await startCluster({ SHUTDOWN_SECONDS: '1' });

process.on('message', async ({ id, do: action, node }: ClusterRequest) => {
  try {
    await cluster[action](node);
    process.send?.({ id });
  } catch (error) {
    process.send?.({ id, error: (error as Error).stack });
  }
});

// Runs when the test process closes the channel, or has ended.
process.on('disconnect', async () => {
  await cluster.close();
  process.exit();
});

// Reports that this process is ready.
process.send?.({ id: 0, url: cluster.url, admin: firstAdmin });
