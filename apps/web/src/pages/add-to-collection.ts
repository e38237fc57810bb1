import { lazyWithTexts } from '#i18n/language.ts';

/** Loaded when it is first shown. */
export const AddToCollection = lazyWithTexts(
  async () => (await import('#club/collections/add-to-collection.tsx')).AddToCollection,
  'member',
);
