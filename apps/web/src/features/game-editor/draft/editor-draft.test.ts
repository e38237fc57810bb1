// What is typed in the editor and not saved: saving it, typing on meanwhile, and meeting what others save.
import type { Game } from '@cellar/contract/games.ts';
import { describe, expect, it, vi } from 'vitest';
import { type DraftDeps, type Edit, EditorDraft } from './editor-draft.ts';

const conflict = new Error('conflict');

function gameOf(changes: Partial<Game> = {}): Game {
  const texts = { title: 'Old', description: 'Before', developer: null, publisher: null, releaseDate: null };
  const lists = { genres: [], gameplayImages: [], videos: [] };
  const facts = { boxArtUrl: null, rating: null, ratingCount: null, ageRating: null };
  return {
    ...{ _id: 'g', revision: 1, franchise: null, collection: null },
    ...{ ...texts, ...lists, ...facts, ...changes },
  } as Game;
}

/** A server that has the game, and refuses an edit of an older revision. */
class Server {
  game = gameOf();
  sent: Edit[] = [];
  /** What happens before the next answer. */
  meanwhile: (() => void)[] = [];
  losesAnswer = false;

  deps: DraftDeps = {
    isConflict: (error) => error === conflict,
    askAgain: async () => this.game,
    send: async (edit) => {
      this.sent.push(edit);
      this.meanwhile.shift()?.();
      await Promise.resolve();
      if (edit.base.revision !== this.game.revision) throw conflict;
      this.edit(Object.fromEntries(edit.fields.map((field) => [field, edit.values[field]])));
      if (this.losesAnswer) throw new Error('no answer');
      return this.game;
    },
  };

  edit(changes: object): Game {
    this.game = { ...this.game, ...changes, revision: this.game.revision + 1 };
    return this.game;
  }
}

function open() {
  const server = new Server();
  const draft = new EditorDraft(server.game);
  const type = (changes: object) => draft.change((values) => ({ ...values, ...changes }));
  return { server, draft, type, save: () => draft.save(server.deps) };
}

describe('the draft of a game', () => {
  it('is saved, and what is typed meanwhile stays a change', async () => {
    const { server, draft, type, save } = open();
    type({ title: 'New' });
    server.meanwhile = [() => type({ description: 'After' })];
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(draft.get()).toMatchObject({ fields: ['description'], isSaving: false, isBehind: false });
    expect(draft.get().values).toMatchObject({ title: 'New', description: 'After' });
    await save();
    expect(server.game).toMatchObject({ title: 'New', description: 'After' });
  });

  it('is saved by one request at a time', async () => {
    const { server, draft, type, save } = open();
    type({ title: 'New' });
    const both = [save(), save()];
    expect(draft.get().isSaving).toBe(true);
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['saved', 'nothing']);
    expect(server.sent).toHaveLength(1);
  });

  it('whose save was stored but not answered is saved with what was changed since', async () => {
    const { server, draft, type, save } = open();
    server.losesAnswer = true;
    type({ title: 'New' });
    expect(await save()).toMatchObject({ kind: 'failed' });
    server.losesAnswer = false;
    type({ description: 'After' });
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(server.game).toMatchObject({ title: 'New', description: 'After' });
    expect(draft.get().fields).toEqual([]);
  });

  it('whose save was stored but not answered is known to be saved', async () => {
    const { server, draft, type, save } = open();
    server.losesAnswer = true;
    type({ title: 'New' });
    await save();
    expect(await save()).toEqual({ kind: 'known' });
    expect(draft.get()).toMatchObject({ fields: [], base: server.game });
  });

  it('waits for a choice when somebody else has changed something, and loses nothing', async () => {
    const { server, draft, type, save } = open();
    type({ title: 'Mine', developer: 'Mine' });
    server.edit({ title: 'Theirs', publisher: 'Theirs' });
    expect(await save()).toEqual({ kind: 'clash' });
    expect(draft.get()).toMatchObject({ isBehind: true, fields: ['title', 'developer'] });
    draft.resolve(server.game, ['title']);
    expect(draft.get()).toMatchObject({ isBehind: false, fields: ['developer'] });
    await save();
    expect(server.game).toMatchObject({ title: 'Theirs', publisher: 'Theirs', developer: 'Mine' });
  });

  it('goes over what this page saved otherwise, with what was typed before and meanwhile', () => {
    const { server, draft, type } = open();
    type({ description: 'Typed before' });
    const saved = server.edit({ genres: ['Puzzle'], description: 'Of the match' });
    type({ title: 'Typed meanwhile' });
    // The page's own copy may be newer before the answer has been dealt with.
    draft.follow(saved);
    draft.rebase(saved);
    expect(draft.get()).toMatchObject({ isBehind: false, fields: ['title', 'description'] });
    expect(draft.get().values).toMatchObject({
      title: 'Typed meanwhile',
      description: 'Typed before',
      genres: ['Puzzle'],
    });
  });

  it('follows the game while nothing is changed, and tells of each change', () => {
    const { server, draft, type } = open();
    const onChange = vi.fn();
    draft.subscribe(onChange);
    draft.follow(server.edit({ title: 'Theirs' }));
    expect(draft.get()).toMatchObject({ values: { title: 'Theirs' }, isBehind: false });
    type({ title: 'Mine' });
    draft.follow(server.edit({ title: 'Theirs again' }));
    expect(draft.get()).toMatchObject({ values: { title: 'Mine' }, isBehind: true });
    draft.discard();
    expect(draft.get()).toMatchObject({ values: { title: 'Theirs again' }, fields: [] });
    expect(onChange).toHaveBeenCalledTimes(4);
  });
});
