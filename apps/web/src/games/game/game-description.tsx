// The description of a game in the overlay. A long description is cut off, so that the downloads stay visible, and can
// be expanded.
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './game-description.module.css';

/** In characters; exceeds the visible lines at any width. */
const longText = 700;
const manyLines = 10;

export function GameDescription({ text }: { text: string }) {
  const { t } = useTranslation('game');
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const isLong = text.length > longText || text.split('\n').length > manyLines;
  return (
    <div>
      <p id={id} className={styles.text} data-cut={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-md"
          className={styles.more}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'readLess' : 'readMore')}
        </Button>
      )}
    </div>
  );
}
