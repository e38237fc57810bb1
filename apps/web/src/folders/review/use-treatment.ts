// Opens a sub-folder, so that its content is found item by item, or makes it one game.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LibraryItem, Treatment } from '@cellar/contract/folders/folders.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { useShowFolder } from '../use-show-folder.ts';

interface Treated {
  item: LibraryItem;
  /** The path of the sub-folder. */
  path: string;
  treatment: Treatment;
}

const doneTexts = { open: 'treat.opened', one_game: 'treat.joined' } as const;

export function useTreatment() {
  const { t } = useTranslation('libraryReview');
  const client = useApi();
  const showFolder = useShowFolder();
  const { mutate } = useMutation({
    mutationFn: ({ item, path, treatment }: Treated) =>
      client.call(adminApi.treatLibraryPath, { params: { id: item.folderId }, body: { path, treatment } }),
    onSuccess: (folder, { path, treatment }) => {
      toast.info(t(doneTexts[treatment], { path }));
      showFolder(folder);
    },
    onError: (error) => toastRefusal(error, t('treat.failed')),
  });
  return mutate;
}
