// Adds a game to the favorites, or removes it.
import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { marksQuery, useChangeMarks } from './marks.queries.ts';

interface FavoriteButtonProps {
  game: { _id: string; title: string };
}

export function FavoriteButton({ game: { _id: id, title } }: FavoriteButtonProps) {
  const { t } = useTranslation('marks');
  const { data: marks, isPending } = useQuery(marksQuery(useApi()));
  const change = useChangeMarks(id);
  const isFavorite = change.variables?.isFavorite ?? marks?.favorite.has(id) ?? false;
  const Icon = isFavorite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={t('favorites', { title })}
      data-pad="favorite"
      aria-pressed={isFavorite}
      disabled={isPending}
      onClick={() => change.mutate({ isFavorite: !isFavorite }, { onSettled: () => change.reset() })}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}
