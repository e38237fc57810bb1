// The top of a page that belongs to the admin area: the way back, and the heading.
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { paths } from '#lib/paths.ts';

/** `children`: below the heading. */
export function AdminHead({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div>
        <Button
          component={Link}
          to={paths.admin}
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={18} />}
        >
          {back}
        </Button>
      </div>
      <div>
        <h1>{title}</h1>
        {children}
      </div>
    </>
  );
}
