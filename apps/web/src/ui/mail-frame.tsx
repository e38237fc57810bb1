// An email as its recipient sees it, in a frame without scripts or working links.
import styles from './mail-frame.module.css';

export interface MailFrameProps {
  title: string;
  html: string;
  /** The width of the recipient's window. `desktop` is scaled down where space is limited. */
  width?: 'phone' | 'desktop' | undefined;
}

export function MailFrame({ title, html, width }: MailFrameProps) {
  return (
    <div className={styles.ground} data-width={width}>
      {/* The empty sandbox allows no scripts, forms or navigation, and has a separate origin. */}
      <iframe className={styles.frame} title={title} sandbox="" srcDoc={html} />
    </div>
  );
}
