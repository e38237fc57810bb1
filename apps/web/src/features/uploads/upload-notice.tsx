// A notice with space below, for lists and forms.
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';

export function UploadNotice({ kind, children }: { kind: 'error' | 'info'; children: ReactNode }) {
  return (
    <Box mb="var(--space-4)">
      <Notice kind={kind}>{children}</Notice>
    </Box>
  );
}
