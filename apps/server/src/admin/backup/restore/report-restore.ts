// What the command line says about a restored backup.
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { describeProblems } from '../backups.service.ts';
import type { Restored } from './restore-library.ts';

export function reportRestore({ manifest, lost }: Restored, hasSecretKey: boolean): string[] {
  const { id, counts, problems, secretKey } = manifest;
  const described = describeProblems({ problems });
  return [
    `Restored the backup ${id}: ${counts.games} games, ${counts.files} files (${formatBytes(counts.bytes)}).`,
    ...(secretKey === 'environment' && !hasSecretKey
      ? ['Set SECRET_KEY to the key of the library that was backed up. It is not in the backup.']
      : []),
    ...(described ? [`When the backup was made, ${described}`] : []),
    ...(lost.length > 0
      ? [
          'These files are missing or damaged in the backup, so they were left out:',
          ...lost.map(({ name, reason }) => `  ${name} (${reason})`),
          '`cellar check` names the games whose files are missing.',
        ]
      : []),
  ];
}
