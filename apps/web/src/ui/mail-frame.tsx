// A mail as its reader sees it, in a frame that runs nothing and leads nowhere. Used by the outbox and by previews.
import styles from './mail-frame.module.css';

export interface MailFrameProps {
  title: string;
  html: string;
  /** As wide as its reader's; `desktop` is shown smaller where there is less room. */
  width?: 'phone' | 'desktop' | undefined;
}

export function MailFrame({ title, html, width }: MailFrameProps) {
  return (
    <div className={styles.ground} data-width={width}>
      {/* An empty sandbox: no scripts, no forms, no navigation, an origin of its own. */}
      <iframe className={styles.frame} title={title} sandbox="" srcDoc={html} />
    </div>
  );
}
