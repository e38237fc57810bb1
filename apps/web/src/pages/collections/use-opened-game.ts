// The game that is open over a collection, in the address: `?game=`.
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export function useOpenedGame() {
  const [params] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const searchOf = (gameId: string) => `?${new URLSearchParams({ game: gameId })}`;
  const go = (search: string, options: object) =>
    void navigate({ search }, { preventScrollReset: true, ...options });
  return {
    gameId: params.get('game') ?? undefined,
    hrefOf: (gameId: string) => `${pathname}${searchOf(gameId)}`,
    open: (gameId: string) => go(searchOf(gameId), { state: { isFromList: true } }),
    step: (gameId: string) => go(searchOf(gameId), { replace: true, state }),
    close: () => {
      // A game that was opened by a link has no collection before it in the history.
      if (state?.isFromList) void navigate(-1);
      else go('', { replace: true });
    },
  };
}
