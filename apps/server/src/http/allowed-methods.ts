import { endpoints } from '@cellar/contract/endpoints.ts';
import { AppError, notFound } from './errors.ts';

const routes = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Returns the methods of an address, or none if no endpoint has this address. GET includes HEAD. */
function allowedMethods(path: string): string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** Returns the error for a request without a route: 404, or 405 with the header `Allow` (RFC 9110 section 15.5.6). */
export function refuseUnrouted(path: string): { error: AppError; headers: Record<string, string> } {
  const allowed = allowedMethods(path).join(', ');
  if (!allowed) return { error: notFound('Address'), headers: {} };
  const error = new AppError('method_not_allowed', `This address takes ${allowed} only.`);
  return { error, headers: { allow: allowed } };
}
