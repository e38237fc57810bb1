// Chooses a part of a list. Each button says how many entries its part has; those without entries are less prominent.
import styles from './count-choice.module.css';

export interface CountChoiceProps<Part extends string> {
  label: string;
  parts: readonly { part: Part; label: string; count: number }[];
  chosen: Part | undefined;
  onChoose(part: Part): void;
}

export function CountChoice<Part extends string>({ label, parts, chosen, onChoose }: CountChoiceProps<Part>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label} className={styles.choice}>
      {parts.map(({ part, label: text, count }) => (
        <button
          key={part}
          type="button"
          className={styles.pill}
          aria-pressed={part === chosen}
          data-some={count > 0 || undefined}
          onClick={() => onChoose(part)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
