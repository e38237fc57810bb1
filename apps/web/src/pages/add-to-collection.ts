import { lazyWithTexts } from '#i18n/lazy-with-texts.ts';

/** Loaded when it is first shown. */
export const AddToCollection = lazyWithTexts(
  async () => (await import('#club/collections/add-to-collection.tsx')).AddToCollection,
  'collections',
);
