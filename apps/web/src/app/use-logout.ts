// Logs out from the bar or the command palette. Asks first if unsaved changes or running uploads would be lost.
import { memberApi } from '@cellar/contract/member-api.ts';
import { useNavigate } from 'react-router';
import { i18n } from '#i18n/i18n.ts';
import { paths } from '#lib/paths.ts';
import { useServices } from '#lib/services-context.ts';
import { isPending } from '#transfer/uploads/engine/upload-record.ts';

export function useLogout(): () => void {
  const { client, session, sessionEnd, leaveGuard, admin } = useServices();
  const navigate = useNavigate();
  const logOut = () => {
    // Logs out here even if the server is unreachable. Its session then expires automatically.
    client.call(memberApi.logout).then(
      ({ logoutUrl }) => {
        // The login page then offers to log out there, too.
        if (logoutUrl && !session.get()) void navigate(paths.login, { state: { logoutUrl } });
      },
      () => undefined,
    );
    sessionEnd.end('logout');
    void navigate(paths.home);
  };
  return () => {
    const left = admin.get()?.uploads.getSnapshot().filter(isPending).length ?? 0;
    leaveGuard.passLogout(logOut, left > 0 ? [i18n.t('logout.uploads', { count: left })] : []);
  };
}
