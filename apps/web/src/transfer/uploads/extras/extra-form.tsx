// The form to add an update or extra to a game. Its upload joins the queue.

import type { Game } from '@cellar/contract/games/games.ts';
import { needsVersion, platformChoices } from '@cellar/contract/games/rules/platforms.ts';
import type { Extra, ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import {
  type ExtraKind,
  extraExtensions,
  extraKinds,
  guessExtra,
  longestExtension,
} from '@cellar/contract/transfer/rules/extras.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import extraFieldsStyles from '../add-game/add-game.module.css';
import styles from '../game-files.module.css';
import { useUploadManager } from '../use-uploads.ts';

export function AddExtra({ game }: { game: Game }) {
  const { t, i18n } = useTranslation('extrasAdmin');
  const name = useRef<HTMLInputElement>(null);
  const { draft, file, problems, change, choose, submit } = useAddExtra(game);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!submit() && file && !draft.name.trim()) name.current?.focus();
  };
  return (
    <form className={styles.form} aria-label={t('add')} onSubmit={handleSubmit} noValidate>
      <h3>{t('add')}</h3>
      <FileDrop
        label={t('file')}
        hint={t('fileHint')}
        changeLabel={t('fileChange')}
        chosen={file && { name: file.name, detail: formatSize(file.size, i18n.language) }}
        accept={extraExtensions}
        error={problems.file}
        onFile={choose}
      />
      {file && (
        <ExtraFields
          draft={draft}
          gamePlatforms={game.platforms}
          nameError={problems.name}
          nameRef={name}
          onChange={change}
        />
      )}
      <Button
        type="submit"
        variant={file ? 'filled' : 'default'}
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconUpload size={18} aria-hidden />}
      >
        {t('submit')}
      </Button>
    </form>
  );
}

function useAddExtra({ _id: gameId, title }: Game) {
  const { t } = useTranslation('extrasAdmin');
  const { t: tExtras } = useTranslation('extras');
  const manager = useUploadManager();
  const [draft, setDraft] = useState<ExtraDraft>(emptyExtra);
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const [isTried, setTried] = useState(false);
  const reset = () => {
    setDraft(emptyExtra);
    setFile(undefined);
    setTried(false);
  };
  useUnsaved({ isUnsaved: file !== undefined, what: t('unsaved'), giveUp: reset });
  const isNameMissing = !draft.name.trim();
  return {
    draft,
    file,
    problems: {
      file: fileError ?? (isTried && !file ? t('fileMissing') : undefined),
      name: isTried && isNameMissing ? t('needsName') : undefined,
    },
    change: (part: Partial<ExtraDraft>) => setDraft((current) => ({ ...current, ...part })),
    choose(next: File) {
      const problem = fileProblem(next);
      setFileError(problem && t(problem));
      setFile(problem ? undefined : next);
      const nameOfKind = (kind: ExtraDraft['kind']) => tExtras(`kind.${kind}`);
      // The facts of another file no longer apply.
      if (!problem) setDraft(withGuess(emptyExtra, next.name, { title, nameOfKind }));
    },
    /** Returns false if something is missing. */
    submit(): boolean {
      setTried(true);
      if (!file || isNameMissing) return false;
      const extra = factsOf(draft);
      manager.start({ file, title, platform: extra.platform ?? '', extra, gameId });
      reset();
      return true;
    },
  };
}

// The fields for the facts of an update or extra.

interface ExtraFieldsProps {
  draft: ExtraDraft;
  gamePlatforms: readonly string[];
  nameError: string | undefined;
  nameRef?: Ref<HTMLInputElement>;
  onChange(part: Partial<ExtraDraft>): void;
}

export function ExtraFields({ draft, gamePlatforms, nameError, nameRef, onChange }: ExtraFieldsProps) {
  const { t } = useTranslation('extrasAdmin');
  const { t: tExtras } = useTranslation('extras');
  const { kind, name, version, platform, note } = draft;
  return (
    <div className={extraFieldsStyles.fields}>
      <Select
        label={t('kind')}
        data={extraKinds.map((value) => ({ value, label: tExtras(`kind.${value}`) }))}
        value={kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as ExtraKind })}
      />
      <TextInput
        {...(nameRef && { ref: nameRef })}
        label={t('name')}
        withAsterisk
        maxLength={200}
        value={name}
        error={nameError}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('version')}
        maxLength={100}
        value={version}
        onChange={(event) => onChange({ version: event.currentTarget.value })}
      />
      <Select
        label={t('platform')}
        data={[{ value: '', label: t('anyPlatform') }, ...platformsFor(gamePlatforms, platform)]}
        value={platform}
        onChange={(event) => onChange({ platform: event.currentTarget.value })}
      />
      <Textarea
        className={layout.wide ?? ''}
        label={t('note')}
        size="md"
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </div>
  );
}

// The values of the forms that add or edit an update or extra.

/** The platform is empty if the extra is for every platform. */
interface ExtraDraft {
  kind: ExtraKind;
  name: string;
  version: string;
  platform: string;
  note: string;
}

const emptyExtra: ExtraDraft = { kind: 'update', name: '', version: '', platform: '', note: '' };

export function draftOf({ kind, name, version, platform, note }: Extra): ExtraDraft {
  return { kind, name, version, platform: platform ?? '', note };
}

export function factsOf({ kind, name, version, platform, note }: ExtraDraft): ExtraFacts {
  return {
    kind,
    name: name.trim(),
    version: version.trim(),
    platform: platform || null,
    note: note.trim(),
  };
}

/** Returns the draft with the facts that the file's name suggests. Texts that a person has entered are kept. */
function withGuess(
  draft: ExtraDraft,
  fileName: string,
  { title, nameOfKind }: { title: string; nameOfKind: (kind: ExtraKind) => string },
): ExtraDraft {
  const { kind, name, version } = guessExtra(fileName, title);
  return {
    ...draft,
    kind,
    name: draft.name || name || nameOfKind(kind),
    version: draft.version || version,
  };
}

/** Returns why a file cannot be uploaded, or undefined if it can. */
function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): 'fileWrong' | 'fileEmpty' | undefined {
  if (!longestExtension(name, extraExtensions)) return 'fileWrong';
  return size === 0 ? 'fileEmpty' : undefined;
}

/** Returns the platforms to choose from: those of the game first. */
function platformsFor(gamePlatforms: readonly string[], current: string): string[] {
  const others = platformChoices.filter((choice) => !needsVersion(choice));
  return [...new Set([...gamePlatforms, current, ...others])].filter(Boolean);
}
