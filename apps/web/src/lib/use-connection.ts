import { useSyncExternalStore } from 'react';
import type { ConnectionState } from './connection.ts';
import { useServices } from './services-context.ts';

export function useConnection(): ConnectionState {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.get);
}
