// The games and requests that have this title already. Voting for a request takes one click.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi } from '#lib/api-context.ts';
import { gamePath, requestPath } from '#lib/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import styles from './known-games.module.css';
import { RequestState } from './request-state.tsx';
import { requestsQuery, sameGamesQuery } from './requests.queries.ts';
import { VoteButton } from './vote-button.tsx';

const pauseMs = 250;
const minLength = 2;
const shownRequests = 4;

export function KnownGames({ title }: { title: string }) {
  const { t } = useTranslation('requests');
  const search = useDebouncedValue(title, pauseMs)[0];
  const client = useApi();
  const isAsked = search.length >= minLength && title.length >= minLength;
  const games = useQuery({ ...sameGamesQuery(client, search), enabled: isAsked });
  const list = { page: 1, show: 'waiting', sort: 'votes', search } as const;
  const found = useQuery({ ...requestsQuery(client, list), enabled: isAsked });
  if (!isAsked) return null;
  const same = games.data?.games ?? [];
  const requests = (found.data?.requests ?? []).slice(0, shownRequests);
  return (
    <div className={styles.known} aria-live="polite">
      {same.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('form.inLibrary')}</h3>
          <ul className={styles.list}>
            {same.map(({ _id, title: name, boxArtUrl, platforms }) => (
              <li key={_id} className={styles.entry}>
                <div className={styles.cover}>
                  <Cover title={name} url={boxArtUrl} sizes="2.25rem" />
                </div>
                <span className={styles.name}>
                  <Link to={gamePath(_id)}>{name}</Link>
                  <span className={styles.fact}>{platforms.join(', ')}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {requests.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('form.requested')}</h3>
          <ul className={styles.list}>
            {requests.map((request) => (
              <li key={request._id} className={styles.entry}>
                <VoteButton request={request} />
                <span className={styles.name}>
                  <Link to={requestPath(request._id)}>{request.title}</Link>
                  <span className={styles.fact}>
                    {request.year} <RequestState state={request.state} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
