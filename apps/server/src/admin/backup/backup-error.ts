/** A backup, restore or move can't be done or was damaged. The message can be shown to admins. */
export class BackupError extends Error {}
