// What a field holds, to be read beside another value of it: a text, pictures, or that there is nothing. Used where two edits, or
// an edit and an offer, are compared.
import styles from './shown-value.module.css';

export interface ShownValueProps {
  text: string;
  /** In place of the text. */
  pictures?: { src: string; alt: string }[] | undefined;
  /** Said where there is neither. */
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
