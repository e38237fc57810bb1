// What few people need, behind a line that opens it.
import { type ReactNode, useState } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  label: string;
  isOpenAtFirst?: boolean;
  /** Whether the content is created only when it is opened, for example because it loads something. */
  isLazy?: boolean;
  children: ReactNode;
}

export function Disclosure({ label, isOpenAtFirst = false, isLazy = false, children }: DisclosureProps) {
  const [startsOpen] = useState(isOpenAtFirst);
  const [wasOpened, setOpened] = useState(startsOpen);
  return (
    <details
      className={styles.details}
      open={startsOpen}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>{label}</summary>
      {(wasOpened || !isLazy) && <div className={styles.body}>{children}</div>}
    </details>
  );
}
