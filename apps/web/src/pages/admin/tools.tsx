// The Tools tab: mails on their way out, and who did what.
import { AuditLog } from '#features/tools/audit-log.tsx';
import { Outbox } from '#features/tools/outbox.tsx';
import styles from './tab.module.css';

export function Tools() {
  return (
    <div className={styles.tab}>
      <Outbox />
      <AuditLog />
    </div>
  );
}
