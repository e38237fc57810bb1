import type { ApiClient } from './api-client.ts';
import { useServices } from './services-context.ts';

export function useApi(): ApiClient {
  return useServices().client;
}
