// French texts of the parts that few games have. Loaded by language.ts.
export const texts = import.meta.glob<object>('./fr/{cheats,extras,single-files,verify}.json', {
  eager: true,
  import: 'default',
});
