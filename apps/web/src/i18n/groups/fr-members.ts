// French texts of the pages in the first load. Loaded by language.ts.
export const texts = import.meta.glob<object>('../fr/{common,downloads,errors,games,site}.json', {
  eager: true,
  import: 'default',
});

/** The other groups of this language. */
export const others = import.meta.glob<{ texts: object }>(['./fr-*.ts', '!./fr-members.ts']);
