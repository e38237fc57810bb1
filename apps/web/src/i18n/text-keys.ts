// Lets TypeScript check text keys. The types of i18next can do the same, but that takes longer than all other checks of
// the web app together.
import type { i18n as AnyI18n } from 'i18next';
import type errors from './en/errors.json';
import type errorsAdmin from './en/errors-admin.json';
import type errorsSecurity from './en/errors-security.json';
import type { texts as account } from './groups/en-account.ts';
import type { texts as admin } from './groups/en-admin.ts';
import type { texts as alerts } from './groups/en-alerts.ts';
import type { texts as collections } from './groups/en-collections.ts';
import type { texts as filters } from './groups/en-filters.ts';
import type { texts as game } from './groups/en-game.ts';
import type { texts as gameParts } from './groups/en-game-parts.ts';
import type { texts as home } from './groups/en-home.ts';
import type { texts as login } from './groups/en-login.ts';
import type { texts as members } from './groups/en-members.ts';
import type { texts as oidc } from './groups/en-oidc.ts';
import type { texts as requests } from './groups/en-requests.ts';
import type { texts as security } from './groups/en-security.ts';
import type { texts as uploads } from './groups/en-uploads.ts';

type Texts = typeof members &
  typeof filters &
  typeof home &
  typeof login &
  typeof game &
  typeof gameParts &
  typeof account &
  typeof requests &
  typeof alerts &
  typeof oidc &
  typeof security &
  typeof collections &
  typeof uploads &
  typeof admin & {
    errors: typeof errors;
    errorsAdmin: typeof errorsAdmin;
    errorsSecurity: typeof errorsSecurity;
  };

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
