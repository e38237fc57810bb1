// The updates and extras of a game, by kind and with the newest version on top.
import type { Game } from '@cellar/contract/games/games.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import { type ExtraKind, extraKinds, extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { QuarantineNote } from '#ui/feedback/quarantine-note.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import { useCancelDownload } from './cancel-download.tsx';
import { type DownloadRecord, isStalled } from './engine/download-record.ts';
import styles from './extras.module.css';
import { DownloadBar, FileFacts, isDownloadable, RunningDownload } from './file-download.tsx';
import { useFileMenu } from './file-menu.tsx';
import { useDownloadOf, useDownloadTracker, useShownDownload } from './use-downloads.ts';

/** The heading levels of the section, the kinds and the extras. */
const headings = { page: ['h2', 'h3', 'h4'], overlay: ['h3', 'h4', 'h5'] } as const;

export function Extras({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t, i18n } = useTranslation('extras');
  const headingId = useId();
  const [Heading, KindHeading, nameHeading] = headings[place];
  const { extras, lastDownloadedAt } = game;
  if (extras.length === 0) return null;
  const isNew = ({ createdAt }: Extra) => lastDownloadedAt !== null && createdAt > lastDownloadedAt;
  const count = extras.filter(isNew).length;
  const date = lastDownloadedAt === null ? '' : formatDate(lastDownloadedAt, i18n.language);
  return (
    <section ref={keepFocus} aria-labelledby={headingId} className={styles.section}>
      <div className={styles.top}>
        <Heading id={headingId}>{t('heading')}</Heading>
        {count > 0 && <Badge tone="accent">{t('newCount', { count })}</Badge>}
      </div>
      {groupByKind(extras).map((group) => (
        <section key={group.kind}>
          <KindHeading className={styles.kind}>{t(`kinds.${group.kind}`)}</KindHeading>
          <CardGrid size="large" isFilled>
            {group.extras.map((extra) => (
              <li key={extra._id} className={styles.place}>
                <ExtraCard
                  game={game}
                  extra={extra}
                  newSince={isNew(extra) ? date : undefined}
                  heading={nameHeading}
                />
              </li>
            ))}
          </CardGrid>
        </section>
      ))}
    </section>
  );
}

function groupByKind(extras: Extra[]): { kind: ExtraKind; extras: Extra[] }[] {
  return extraKinds
    .map((kind) => ({ kind, extras: extras.filter((extra) => extra.kind === kind) }))
    .filter((group) => group.extras.length > 0);
}

interface ExtraCardProps {
  game: Game;
  extra: Extra;
  /** The day of the member's last download of the game, if the extra was added after it. */
  newSince: string | undefined;
  heading: 'h4' | 'h5';
}

/** An update or extra with its facts, its menu, and the button to download it. */
function ExtraCard({ game, extra, newSince, heading: Heading }: ExtraCardProps) {
  const { t, i18n } = useTranslation('extras');
  const { t: tDownloads } = useTranslation('downloads');
  const { _id: id, platform, fileName, note, createdAt } = extra;
  const isMissing = extra.missingSince !== null;
  const name = extraLabel(extra);
  const file = { gameId: game._id, platform: platform ?? '', extra: { id, name } };
  const download = useShownDownload(file);
  const latest = useDownloadOf(file);
  const { menu, opened } = useFileMenu({ ...file, title: game.title, zip: extra });
  return (
    <article className={styles.card}>
      {newSince !== undefined && <Badge tone="accent">{t('newSince', { date: newSince })}</Badge>}
      <div className={styles.head}>
        <Heading className={styles.name}>{name}</Heading>
        <div className={styles.actions}>
          {(download || isDownloadable(extra)) && (
            <Action file={file} title={game.title} download={download} />
          )}
          {menu}
        </div>
      </div>
      <div>
        <p className={styles.facts}>
          {platform && `${platform} · `}
          <FileFacts file={extra} />
          {!isMissing && ` · ${formatDate(createdAt, i18n.language)}`}
        </p>
        <p className={styles.file}>{fileName}</p>
      </div>
      {download && (
        <div className={styles.progress}>
          <RunningDownload download={download} />
          <DownloadBar download={download} />
        </div>
      )}
      {isMissing && <p className={styles.facts}>{tDownloads('errors.notFound')}</p>}
      {extra.quarantine && <QuarantineNote className={styles.facts} quarantine={extra.quarantine} />}
      {download && isStalled(download) && <p className={styles.facts}>{tDownloads('stalled')}</p>}
      {latest?.isHandedOver && <p className={styles.facts}>{tDownloads('handedOverNote')}</p>}
      {note && <p className={styles.note}>{note}</p>}
      {opened}
    </article>
  );
}

interface ActionProps {
  file: { gameId: string; platform: string; extra: { id: string; name: string } };
  title: string;
  download: DownloadRecord | undefined;
}

/** The button stays where it is during a download, and cancels it. */
function Action({ file, title, download }: ActionProps) {
  const { t } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const tracker = useDownloadTracker();
  const { cancel, question } = useCancelDownload(download);
  const { name } = file.extra;
  if (download?.status === 'downloading' && !download.isHandedOver) {
    return (
      <>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t('cancelOf', { platform: name })}
          title={t('cancel')}
          onClick={cancel}
        >
          <IconX size={18} />
        </ActionIcon>
        {question}
      </>
    );
  }
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={tCommon('pair', { label: t('download'), value: name })}
      leftSection={<IconDownload size={17} stroke={1.8} aria-hidden />}
      onClick={() => tracker.start({ ...file, title })}
    >
      {t('download')}
    </Button>
  );
}
