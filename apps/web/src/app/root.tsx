// Around every page: where it is scrolled to.
import { Outlet, ScrollRestoration } from 'react-router';

export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
