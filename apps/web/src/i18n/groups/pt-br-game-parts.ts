// Brazilian Portuguese texts of the parts that few games have, and of the dialog for downloading several. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  '../pt-BR/{cheats,download-lists,extras,single-files,verify}.json',
  {
    eager: true,
    import: 'default',
  },
);
