import type { CheatFile } from '@cellar/contract/cheats.ts';
import { noCheatDescription } from '@cellar/contract/rules/cheats.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import styles from './cheat-card.module.css';
import { CheatDownloadButton } from './cheat-download-button.tsx';

interface CheatCardProps {
  gameId: string;
  cheat: CheatFile;
  place: 'overlay' | 'page';
  heading: 'h5' | 'h6';
  /** Further buttons, for admins. */
  actions?: ReactNode;
}

export function CheatCard({ gameId, cheat, place, heading: Heading, actions }: CheatCardProps) {
  const { t } = useTranslation('cheats');
  const { name, description, type, instructions } = cheat;
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <Heading className={styles.name}>{name}</Heading>
        <Badge tone="accent">{t(`type.${type}`)}</Badge>
      </header>
      {description !== noCheatDescription && <p className={styles.text}>{description}</p>}
      <Facts cheat={cheat} />
      {instructions && <Instructions text={instructions} />}
      <div className={styles.action}>
        <CheatDownloadButton gameId={gameId} cheat={cheat} place={place} />
        {actions}
      </div>
    </article>
  );
}

function Facts({ cheat }: { cheat: CheatFile }) {
  const { t, i18n } = useTranslation('cheats');
  const facts = [
    ['version', cheat.version],
    ['author', cheat.author],
    ['downloads', new Intl.NumberFormat(i18n.language).format(cheat.downloadCount)],
    ['size', formatSize(cheat.fileSize, i18n.language)],
    ['originalFile', cheat.originalFileName],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([fact, value]) => (
          <div key={fact} data-fact={fact}>
            <dt>{t(fact)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Longer instructions are collapsed, so that the next card stays in sight. */
const shownLines = 3;
const shownCharacters = 160;

function Instructions({ text }: { text: string }) {
  const { t } = useTranslation('cheats');
  const isLong = text.length > shownCharacters || text.split('\n').length > shownLines;
  const [Frame, Label] = isLong ? (['details', 'summary'] as const) : (['div', 'p'] as const);
  return (
    <Frame className={styles.instructions}>
      <Label className={styles.label}>{t('instructions')}</Label>
      <p className={styles.text}>{text}</p>
    </Frame>
  );
}
