// Hands the API client to components. Provided by app/.
import { createContext, use } from 'react';
import type { ApiClient } from './api-client.ts';

export const ApiContext = createContext<ApiClient | undefined>(undefined);

export function useApi(): ApiClient {
  const client = use(ApiContext);
  if (!client) throw new Error('ApiContext is missing above this component');
  return client;
}
