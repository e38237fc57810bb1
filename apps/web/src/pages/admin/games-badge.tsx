// What waits for an admin in Game Management: contributions, and uncertain matches.
import { ContributionsBadge } from '#features/contributions/contributions-badge.tsx';
import { MatchesBadge } from '#features/metadata/review/matches-badge.tsx';

export function GamesBadge() {
  return (
    <>
      <ContributionsBadge />
      <MatchesBadge />
    </>
  );
}
