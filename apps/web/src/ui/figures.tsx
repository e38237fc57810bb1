// Figures side by side, each in a card with its name.
import styles from './figures.module.css';
import cards from './lists/card-grid.module.css';

export interface FiguresProps {
  figures: readonly { name: string; value: string; detail?: string }[];
}

export function Figures({ figures }: FiguresProps) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, detail }) => (
        <div key={name} className={`${cards.card} ${styles.figure}`}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {detail && <dd className={styles.detail}>{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}
