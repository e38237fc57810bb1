// Which methods an address of the API takes: the difference between 404 and 405. Used by web-app.ts.
import { endpoints } from '@cellar/contract/endpoints.ts';
import { AppError, notFound } from './errors.ts';

const routes = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Empty for an address that no endpoint has. HEAD comes with GET. */
function allowedMethods(path: string): string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** The refusal of a request that no route took. RFC 9110 section 15.5.6: a 405 carries `Allow`. */
export function refuseUnrouted(path: string): { error: AppError; headers: Record<string, string> } {
  const allowed = allowedMethods(path).join(', ');
  if (!allowed) return { error: notFound('Address'), headers: {} };
  const error = new AppError('method_not_allowed', `This address takes ${allowed} only.`);
  return { error, headers: { allow: allowed } };
}
