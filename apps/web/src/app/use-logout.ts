// Logs out, from the bar or the command palette. Asks first when that loses something, on this page or on its way up.
import { api } from '@cellar/contract/api.ts';
import { use } from 'react';
import { useNavigate } from 'react-router';
import { useSessionEnd } from '#features/auth/session-end.ts';
import { isPending } from '#features/uploads/engine/upload-pending.ts';
import { i18n } from '#i18n/i18n.ts';
import { useApi } from '#lib/api-context.ts';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { OpenedUploadsContext } from './opened-uploads.ts';
import { paths } from './paths.ts';

export function useLogout(): () => void {
  const sessionEnd = useSessionEnd();
  const client = useApi();
  const navigate = useNavigate();
  const leaveGuard = useLeaveGuard();
  const uploads = use(OpenedUploadsContext);
  const logOut = () => {
    // Out in any case: a server that cannot be told lets the session lapse by itself.
    client.call(api.logout).catch(() => undefined);
    sessionEnd.end('logout');
    void navigate(paths.home);
  };
  return () => {
    const left = uploads?.get()?.getSnapshot().filter(isPending).length ?? 0;
    leaveGuard.passLogout(logOut, left > 0 ? [i18n.t('logout.uploads', { count: left })] : []);
  };
}
