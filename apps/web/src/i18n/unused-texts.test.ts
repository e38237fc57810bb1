// Every text is used. A key counts as used if the code contains it in quotes, or if a template such as
// t(`states.${state}`) can produce it.
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const files = import.meta.glob<object>('./en/*.json', { eager: true, import: 'default' });

const code = Object.entries(sources)
  .filter(([path]) => !path.includes('.test.'))
  .map(([, source]) => source)
  .join('\n');

const withoutNamespace = (key: string) => key.replace(/^\w+:/, '');

const quoted = new Set(
  [...code.matchAll(/(?<!execCommand\()(['"])([\w.:]+)\1/g)].map(([, , key = '']) => withoutNamespace(key)),
);

const templates = [...code.matchAll(/`([\w.:]*\$\{[^`]*)`/g)]
  .map(([, template = '']) => withoutNamespace(template).split(/\$\{[^}]*\}/))
  // A template without literal text would match every key.
  .filter((parts) => parts.every((part) => /^[\w.]*$/.test(part)) && /\w{3}/.test(parts.join(' ')))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`));

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [prefix + key] : keysOf(inner, `${prefix}${key}.`),
  );
}

const plural = /_(zero|one|two|few|many|other)$/;

it.each(Object.keys(files))('all of %s is used', (path) => {
  const namespaces = Object.values(files[path] ?? {});
  const keys = namespaces.flatMap((texts) => keysOf(texts)).map((key) => key.replace(plural, ''));
  const unused = keys.filter((key) => !quoted.has(key) && !templates.some((template) => template.test(key)));
  expect([...new Set(unused)]).toEqual([]);
});
