// A request with everything that is known about it.

import type { GameRequest, RequestComment } from '@cellar/contract/club/requests.endpoints.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, CloseButton, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { formatAgo, formatMoment } from '#lib/format.ts';
import { useKeptText } from '#lib/kept-text-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { gamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './request-detail.module.css';
import { RequestFacts } from './request-row.tsx';
import { RequestState, VoteButton } from './request-standing.tsx';
import { commentsQuery, useDeleteRequest } from './requests.queries.ts';

export interface RequestDetailProps {
  request: GameRequest;
  /** What admins do with it. */
  actions: ReactNode;
  /** Whether the reader may delete it, although it is not an admin. */
  mayDelete: boolean;
  onDeleted(): void;
}

export function RequestDetail({ request, actions, mayDelete, onDeleted }: RequestDetailProps) {
  const { t } = useTranslation('requests');
  const { title, year, state, reason, note, game, coverUrl, coverThumbhash } = request;
  return (
    <article className={styles.detail}>
      <div className={styles.cover}>
        <Cover title={title} url={coverUrl} thumbhash={coverThumbhash} sizes="9rem" isEager />
      </div>
      <div className={layout.stack3}>
        <h1 className={styles.title}>
          {title}
          {year && <span className={styles.year}> ({year})</span>}
        </h1>
        <p className={styles.facts}>
          <RequestState state={state} />
          <RequestFacts request={request} />
        </p>
        {note && <p className={styles.note}>{note}</p>}
        {reason && <Notice kind="info">{t('reason', { reason })}</Notice>}
        <div className={styles.actions}>
          <VoteButton request={request} />
          {game && (
            <Button component={Link} to={gamePath(game._id)}>
              {t('openGame', { title: game.title })}
            </Button>
          )}
          {actions}
          {mayDelete && <DeleteButton request={request} onDeleted={onDeleted} />}
        </div>
      </div>
    </article>
  );
}

function DeleteButton({ request, onDeleted }: Pick<RequestDetailProps, 'request' | 'onDeleted'>) {
  const { t } = useTranslation('requests');
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteRequest(request, onDeleted);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={17} stroke={1.7} />}
        onClick={() => setAsked(true)}
      >
        {t('delete.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={t('delete.question', { title: request.title })}
        text={t('delete.text')}
        confirmLabel={t('delete.confirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}

// The comments on a request, oldest first, and a field for another one.

interface RequestCommentsProps {
  request: GameRequest;
  /** Whether the reader may delete the comments of others. */
  isAdmin: boolean;
}

export function RequestComments({ request, isAdmin }: RequestCommentsProps) {
  const { t } = useTranslation('requests');
  const query = useInfiniteQuery(commentsQuery(useApi(), request._id));
  const comments = (query.data?.pages ?? []).flatMap((page) => page.comments).toReversed();
  return (
    <Section heading={t('comments.heading')}>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('comments.earlier')}
        </Button>
      )}
      {query.isPending && <Skeleton height="4rem" />}
      {query.isError && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.isSuccess && comments.length === 0 && <p className={layout.dim}>{t('comments.none')}</p>}
      <ul className={`${layout.stack4} ${styles.list}`} aria-label={t('comments.heading')}>
        {comments.map((comment) => (
          <li key={comment._id}>
            <Comment requestId={request._id} comment={comment} mayDelete={comment.isOwn || isAdmin} />
          </li>
        ))}
      </ul>
      <NewComment requestId={request._id} />
    </Section>
  );
}

interface CommentProps {
  requestId: string;
  comment: RequestComment;
  mayDelete: boolean;
}

function Comment({ requestId, comment, mayDelete }: CommentProps) {
  const { t, i18n } = useTranslation('requests');
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteComment(requestId, comment._id, () => setAsked(false));
  const { by, text, createdAt } = comment;
  return (
    <article className={styles.comment}>
      <p className={styles.by}>
        <strong>{by}</strong>
        <time dateTime={createdAt} title={formatMoment(createdAt, i18n.language)}>
          {formatAgo(createdAt, i18n.language)}
        </time>
      </p>
      {mayDelete && (
        <CloseButton aria-label={t('comments.delete', { name: by })} onClick={() => setAsked(true)} />
      )}
      <p className={styles.text}>{text}</p>
      <ConfirmDialog
        isOpen={isAsked}
        question={t('comments.question')}
        text={t('comments.questionText')}
        confirmLabel={t('comments.confirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsked(false)}
      />
    </article>
  );
}

function NewComment({ requestId }: { requestId: string }) {
  const { t } = useTranslation('requests');
  const [text, setText] = useState('');
  const add = useAddComment(requestId, () => setText(''));
  const { t: tCommon } = useTranslation();
  const keepText = useKeptText(`comment ${requestId}`);
  useUnsaved({
    isUnsaved: text.trim() !== '',
    what: tCommon('leave.typed', { heading: t('comments.yours') }),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!add.isPending && text.trim() !== '') add.mutate(text);
  };
  return (
    <form ref={keepText} className={styles.form} onSubmit={handleSubmit}>
      <Textarea
        size="md"
        label={t('comments.yours')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={limits.requestCommentMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
        {t('comments.send')}
      </Button>
    </form>
  );
}

function useAddComment(id: string, onAdded: () => void) {
  const { t } = useTranslation('requests');
  const client = useApi();
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (text: string) =>
      client.call(deferredApi.addRequestComment, { params: { id }, body: { text } }),
    onSuccess: () => {
      onAdded();
      return refresh();
    },
    onError: (error) => toast.error(errorText(error, t('failed.comment'))),
  });
}

function useDeleteComment(id: string, commentId: string, onSettled: () => void) {
  const { t } = useTranslation('requests');
  const client = useApi();
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: () => client.call(deferredApi.deleteRequestComment, { params: { id, commentId } }),
    onSuccess: refresh,
    onError: (error) => toast.error(errorText(error, t('failed.deleteComment'))),
    onSettled,
  });
}

/** The lists show the number of comments. */
function useRefresh(id: string): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: queryKeys.requests.lists });
    await cache.invalidateQueries({ queryKey: queryKeys.requests.comments(id) });
  };
}
