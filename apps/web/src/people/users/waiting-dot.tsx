// A dot on the link to the admin pages while accounts are waiting for approval. Decorative, because the tab shows the
// number.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services-context.ts';
import styles from './users.module.css';
import { waitingQuery } from './users.queries.ts';

export function WaitingDot() {
  const { data: total = 0 } = useQuery(waitingQuery(useApi()));
  return total > 0 && <span className={styles.dot} aria-hidden />;
}
