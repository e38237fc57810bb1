// Logs out, from the bar or the command palette.
import { api } from '@cellar/contract/api.ts';
import { useNavigate } from 'react-router';
import { useApi } from '#lib/api-context.ts';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { paths } from './paths.ts';
import { useSessionEnd } from './session-end.ts';

export function useLogout(): () => void {
  const sessionEnd = useSessionEnd();
  const client = useApi();
  const navigate = useNavigate();
  const leaveGuard = useLeaveGuard();
  const logOut = () => {
    // Out in any case: a server that cannot be told lets the session lapse by itself.
    client.call(api.logout).catch(() => undefined);
    sessionEnd.end('logout');
    void navigate(paths.home);
  };
  return () => leaveGuard.pass(logOut);
}
