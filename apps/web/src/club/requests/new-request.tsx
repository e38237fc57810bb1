// The dialog that requests a game, in two steps: a title, with the games and requests that have it already; then the providers' games
// with this title, and what else the member wishes.

import type { GameRequest, RequestCandidates } from '@cellar/contract/club/requests.endpoints.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { useKeptText } from '#lib/kept-text-context.ts';
import { gamePath, requestPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { DialogForm } from '#ui/dialogs/dialog-form.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import knownGamesStyles from './candidate-choice.module.css';
import { CandidateChoice } from './candidate-choice.tsx';
import { RequestState, VoteButton } from './request-standing.tsx';
import styles from './requests.module.css';
import { candidatesQuery, requestsQuery, sameGamesQuery } from './requests.queries.ts';

export interface NewRequestProps {
  title: string;
  onCreated(request: GameRequest): void;
  onClose(): void;
}

const maxTitleLength = 200;

export function NewRequest({ title: given, onCreated, onClose }: NewRequestProps) {
  const { t } = useTranslation('requests');
  const [title, setTitle] = useState(given);
  /** The title of the second step. */
  const [searched, setSearched] = useState('');
  const [chosen, setChosen] = useState<string>();
  const wanted = title.trim();
  const isFound = searched !== '' && searched === wanted;
  const candidates = useQuery({ ...candidatesQuery(useApi(), searched), enabled: searched !== '' });
  const candidate = chosen ?? sameTitle(candidates.data, wanted);
  const create = useCreateRequest(onCreated);
  const errors = issueTexts(create.error);

  const handleSubmit = (form: HTMLFormElement) => {
    if (!isFound) {
      setChosen(undefined);
      setSearched(wanted);
    } else {
      create.mutate({ title: wanted, candidate, fields: new FormData(form) });
    }
  };
  return (
    <DialogForm
      heading={t('new')}
      size="40rem"
      submitLabel={t(isFound ? 'form.submit' : 'form.continue')}
      isBusy={create.isPending}
      isDisabled={wanted === ''}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        size="md"
        label={t('form.title')}
        maxLength={maxTitleLength}
        required
        autoComplete="off"
        value={title}
        error={errors.title}
        // A title alone is not worth a question.
        onInput={(event) => event.stopPropagation()}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <KnownGames title={wanted} />
      {isFound && (
        <>
          <CandidateChoice title={wanted} query={candidates} value={candidate ?? ''} onChange={setChosen} />
          <Wishes hasYear={!candidate} errors={errors} />
        </>
      )}
    </DialogForm>
  );
}

/** What the member may add. A candidate has its own year. */
function Wishes({ hasYear, errors }: { hasYear: boolean; errors: Record<string, string> }) {
  const { t } = useTranslation('requests');
  const keepText = useKeptText('wishes of a request');
  return (
    <div ref={keepText} className={layout.stack4}>
      <div className={styles.short}>
        {hasYear && (
          <TextInput
            name="year"
            type="number"
            min={1950}
            max={2100}
            step={1}
            size="md"
            label={t('form.year')}
            error={errors.year}
          />
        )}
        <TextInput
          name="platform"
          size="md"
          label={t('form.platform')}
          placeholder={t('form.platformExample')}
          maxLength={60}
          error={errors.platform}
        />
      </div>
      <Textarea
        name="note"
        size="md"
        label={t('form.note')}
        placeholder={t('form.noteExample')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.requestNoteMax}
        error={errors.note}
      />
    </div>
  );
}

/** Returns the candidate that is chosen at first: the best one, if it has exactly the title. */
function sameTitle(found: RequestCandidates | undefined, title: string): string | undefined {
  const best = found?.candidates[0];
  return best && foldText(best.title) === foldText(title) ? best.candidate : undefined;
}

function useCreateRequest(onCreated: NewRequestProps['onCreated']) {
  const { t } = useTranslation('requests');
  const client = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({
      title,
      candidate,
      fields,
    }: {
      title: string;
      candidate: string | undefined;
      fields: FormData;
    }) =>
      client.call(deferredApi.createRequest, {
        body: {
          title,
          year: Number(fields.get('year')) || null,
          platform: String(fields.get('platform') ?? ''),
          note: String(fields.get('note') ?? ''),
          ...(candidate ? { candidate } : {}),
        },
      }),
    onSuccess: ({ request, isNew }) => {
      toast.success(t(isNew ? 'done.created' : 'done.voted', { title: request.title }));
      void cache.invalidateQueries({ queryKey: queryKeys.requests.lists });
      onCreated(request);
    },
    onError: (error) => {
      if (!error.body?.issues?.length) toast.error(errorText(error, t('failed.create')));
    },
  });
}

const pauseMs = 250;
const minLength = 2;
const shownRequests = 4;

/** The games and requests that have this title already. Voting for a request takes one click. */
function KnownGames({ title }: { title: string }) {
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
    <div className={`${layout.stack4} ${knownGamesStyles.known}`} aria-live="polite">
      {same.length > 0 && (
        <section>
          <h3 className={knownGamesStyles.heading}>{t('form.inLibrary')}</h3>
          <ul className={layout.stack2}>
            {same.map(({ _id, title: name, boxArtUrl, platforms }) => (
              <li key={_id} className={knownGamesStyles.entry}>
                <div className={knownGamesStyles.knownGamesCover}>
                  <Cover title={name} url={boxArtUrl} sizes="2.25rem" />
                </div>
                <span className={knownGamesStyles.name}>
                  <Link to={gamePath(_id)}>{name}</Link>
                  <span className={layout.small}>{platforms.join(', ')}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {requests.length > 0 && (
        <section>
          <h3 className={knownGamesStyles.heading}>{t('form.requested')}</h3>
          <ul className={layout.stack2}>
            {requests.map((request) => (
              <li key={request._id} className={knownGamesStyles.entry}>
                <VoteButton request={request} />
                <span className={knownGamesStyles.name}>
                  <Link to={requestPath(request._id)}>{request.title}</Link>
                  <span className={layout.small}>
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
