// Shows a field's value for comparison with another: a text, pictures, or nothing.
import styles from './shown-value.module.css';

export interface ShownValueProps {
  text: string;
  /** Shown instead of the text. */
  pictures?: { src: string; alt: string }[] | undefined;
  /** Shown if there are no text and no pictures. */
  empty: string;
  isTall?: boolean;
}

export function ShownValue({ text, pictures = [], empty, isTall }: ShownValueProps) {
  if (pictures.length > 0) {
    return (
      <span className={styles.pictures} data-tall={isTall || undefined}>
        {pictures.map(({ src, alt }) => (
          <img key={src} className={styles.picture} src={src} alt={alt} loading="lazy" />
        ))}
      </span>
    );
  }
  return text ? <span className={styles.text}>{text}</span> : <span className={styles.empty}>{empty}</span>;
}
