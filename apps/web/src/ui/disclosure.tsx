// What few people need, behind a line that opens it.
import { type ReactNode, useState } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  label: string;
  /** Whether something in it needs to be seen. Only the user closes it again. */
  isOpen?: boolean;
  /** Whether the content is created only when it is opened, for example because it loads something. */
  isLazy?: boolean;
  children: ReactNode;
}

export function Disclosure({ label, isOpen = false, isLazy = false, children }: DisclosureProps) {
  const [isNeeded, setNeeded] = useState(isOpen);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !isNeeded) setNeeded(true);
  return (
    <details
      className={styles.details}
      open={isNeeded}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>{label}</summary>
      {(wasOpened || !isLazy) && <div className={styles.body}>{children}</div>}
    </details>
  );
}
