// Provides objects that live as long as the page to components. app/services.ts creates them. Features add their own to
// the type with `declare module`, because lib may not import features.
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { ApiClient } from './api-client.ts';
import type { Confirmation } from './confirmation.ts';
import type { Connection, ConnectionState } from './connection.ts';
import type { LeaveGuard } from './leave-guard.ts';
import type { SessionStore } from './session-store.ts';

export interface Services {
  client: ApiClient;
  queryClient: QueryClient;
  session: SessionStore;
  leaveGuard: LeaveGuard;
  /** Whether the last session was ended on purpose. */
  isLoggedOut(): boolean;
  connection: Connection;
  confirmation: Confirmation;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('ServicesContext is missing above this component');
  return services;
}

export function useApi(): ApiClient {
  return useServices().client;
}

export function useConnection(): ConnectionState {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.get);
}
