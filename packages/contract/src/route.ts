// The routes of the API as its callers know them: the endpoints without their schemas, which would bring zod into the page.
import type { Access, Method } from './endpoint.ts';
import type { deferredEndpoints, Endpoints } from './endpoints.ts';

export const route = (method: Method, path: string, access: Access) => ({ method, path, access });

type NamesFor<Who extends Access> = {
  [Name in keyof Endpoints]: Endpoints[Name]['access'] extends Who ? Name : never;
}[keyof Endpoints];

export type AdminEndpoints = Pick<Endpoints, NamesFor<'admin'>>;
export type ContributorEndpoints = Pick<Endpoints, NamesFor<'contributor'>>;
type OtherEndpoints = Omit<Endpoints, NamesFor<'admin' | 'contributor'>>;
export type DeferredEndpoints = Pick<OtherEndpoints, keyof typeof deferredEndpoints & keyof OtherEndpoints>;
export type MemberEndpoints = Omit<OtherEndpoints, keyof DeferredEndpoints>;
