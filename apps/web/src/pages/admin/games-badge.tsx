// What waits for an admin in Game Management: contributions, and uncertain matches.
import { ContributionsBadge } from '#club/contributions/contributions-badge.tsx';
import { MatchesBadge } from '#games/metadata/review/matches-badge.tsx';

export function GamesBadge() {
  return (
    <>
      <ContributionsBadge />
      <MatchesBadge />
    </>
  );
}
