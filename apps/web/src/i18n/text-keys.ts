// Lets TypeScript check text keys. The types of i18next can do the same, but that takes longer than all other checks of
// the web app together.
import type { i18n as AnyI18n } from 'i18next';
import type germanContribute from './de/contribute.json';
import type germanFirst from './de/first.json';
import type germanMember from './de/member.json';
import type admin from './en/admin.json';
import type contribute from './en/contribute.json';
import type first from './en/first.json';
import type member from './en/member.json';

/** In English, errors and genres are shown as the server names them. */
type Translated = Pick<typeof germanFirst, 'errors' | 'genres'> &
  Pick<typeof germanMember, 'errorsSecurity'> &
  Pick<typeof germanContribute, 'errorsAdmin'>;

type Texts = typeof first & typeof member & typeof contribute & typeof admin & Translated;

type Namespace = keyof Texts;
export type Namespaces = Namespace | readonly [Namespace, ...Namespace[]];

/** The keys of texts in an object: `a.b` for the text `b` in its object `a`. */
type KeysIn<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string ? WithoutCount<Key> : `${Key}.${KeysIn<Part[Key]>}`;
}[keyof Part & string];

/** The forms `sent_one` and `sent_other` of a text are chosen by a count, so its key is `sent`. */
type WithoutCount<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

type Keys = { [Name in Namespace]: KeysIn<Texts[Name]> };
type KeysWithName = { [Name in Namespace]: `${Name}:${Keys[Name]}` };

/** The keys of a namespace. Of several namespaces: the keys of the first, and the keys of all after the namespace's name. */
export type TextKeys<Names extends Namespaces> = Names extends readonly [
  infer First extends Namespace,
  ...Namespace[],
]
  ? Keys[First] | KeysWithName[Names[number]]
  : Keys[Names & Namespace];

/** Not the options with which i18next would look in another place than that of the checked key. */
interface Values extends Partial<Record<'ns' | 'keyPrefix' | 'context' | 'returnObjects', never>> {
  count?: number;
  defaultValue?: string;
  [name: string]: unknown;
}

export interface TFunction<Names extends Namespaces> {
  /** Of several keys, the first that has a text counts. */
  (key: TextKeys<Names> | TextKeys<Names>[], values?: Values): string;
  /** So that functions of different namespaces do not fit each other. */
  readonly ns?: Names extends readonly Namespace[] ? Names[0] : Names;
}

export interface I18n extends Omit<AnyI18n, 't' | 'getFixedT'> {
  t: TFunction<['common', ...Namespace[]]>;
  getFixedT<Name extends Namespace>(language: string | null, namespace: Name): TFunction<Name>;
}
