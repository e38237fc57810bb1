// A list of spellings with the number of their games, from which an admin chooses.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { Spelling, SpellingKind, Spellings } from '@cellar/contract/games/bulk-changes.ts';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './bulk.module.css';

interface SpellingChoicesProps {
  kind: SpellingKind;
  found: Spellings;
  chosen: Spelling[];
  onChoose(chosen: Spelling[]): void;
}

export function SpellingChoices({ kind, found, chosen, onChoose }: SpellingChoicesProps) {
  const { t } = useTranslation('bulkChanges');
  const isChosen = ({ value }: Spelling) => chosen.some((one) => one.value === value);
  // What was chosen stays in view while the search changes.
  const shown = [
    ...chosen.filter(({ value }) => !found.values.some((one) => one.value === value)),
    ...found.values,
  ];
  const toggle = (spelling: Spelling) =>
    onChoose(
      isChosen(spelling) ? chosen.filter(({ value }) => value !== spelling.value) : [...chosen, spelling],
    );
  return (
    <section>
      <h3 className={styles.subheading}>{t(`tidy.all.${kind}`, { count: found.total })}</h3>
      {shown.length === 0 && <p className={styles.hint}>{t('tidy.nothing')}</p>}
      <ul className={styles.choicesList}>
        {shown.map((spelling) => (
          <li key={spelling.value}>
            <Checkbox
              label={t('tidy.spelling', { value: spelling.value, count: spelling.games })}
              checked={isChosen(spelling)}
              classNames={{ root: styles.choice, label: styles.words, body: styles.choiceBody }}
              onChange={() => toggle(spelling)}
            />
          </li>
        ))}
      </ul>
      {found.total > found.values.length && (
        <p className={styles.hint}>{t('tidy.onlyFirst', { count: found.values.length })}</p>
      )}
    </section>
  );
}
