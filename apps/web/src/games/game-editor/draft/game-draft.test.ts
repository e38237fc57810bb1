import type { Game } from '@cellar/contract/games/games.ts';
import { describe, expect, it, vi } from 'vitest';
import { DraftStore } from './draft-store.ts';
import { type Edit, GameDraft, type SaveDeps } from './game-draft.ts';

const conflict = new Error('conflict');

function gameOf(changes: Partial<Game> = {}): Game {
  return {
    _id: 'g',
    revision: 1,
    title: 'Old',
    description: 'Before',
    releaseDate: null,
    developer: null,
    publisher: null,
    franchise: null,
    collection: null,
    modes: [],
    maxPlayers: null,
    genres: [],
    rating: null,
    ratingCount: null,
    ageRating: null,
    boxArtUrl: null,
    gameplayImages: [],
    videos: [],
    ...changes,
  } as unknown as Game;
}

/** Holds the game and refuses edits that are based on an older revision. */
class TestServer {
  game = gameOf();
  sent: Edit[] = [];
  /** Callbacks, each of which runs before one response. */
  beforeAnswer: (() => void)[] = [];
  losesAnswers = false;
  refusal: Error | undefined;

  deps: SaveDeps = {
    isConflict: (error) => error === conflict,
    reload: async () => this.game,
    send: async (edit) => {
      this.sent.push(edit);
      this.beforeAnswer.shift()?.();
      await Promise.resolve();
      if (this.refusal) throw this.refusal;
      if (edit.base.revision !== this.game.revision) throw conflict;
      this.edit(Object.fromEntries(edit.fields.map((field) => [field, edit.values[field]])));
      if (this.losesAnswers) throw new Error('no answer');
      return this.game;
    },
  };

  edit(changes: object): Game {
    this.game = { ...this.game, ...changes, revision: this.game.revision + 1 };
    return this.game;
  }
}

function open() {
  const server = new TestServer();
  const draft = new GameDraft(server.game);
  const type = (changes: object) => draft.change((values) => ({ ...values, ...changes }));
  return { server, draft, type, save: () => draft.save(server.deps) };
}

describe('GameDraft', () => {
  it('keeps what is typed while a save is running', async () => {
    const { server, draft, type, save } = open();
    type({ title: 'New' });
    server.beforeAnswer = [() => type({ description: 'After' })];
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(draft.get()).toMatchObject({ fields: ['description'], isSaving: false, isBehind: false });
    expect(draft.get().values).toMatchObject({ title: 'New', description: 'After' });
    await save();
    expect(server.game).toMatchObject({ title: 'New', description: 'After' });
  });

  it('sends one request at a time', async () => {
    const { server, draft, type, save } = open();
    type({ title: 'New' });
    const both = [save(), save()];
    expect(draft.get().isSaving).toBe(true);
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['saved', 'skipped']);
    expect(server.sent).toHaveLength(1);
  });

  it('changes nothing when the server refuses a save', async () => {
    const { server, draft, type, save } = open();
    type({ title: 'Taken' });
    const before = draft.get();
    server.refusal = new Error('title taken');
    expect(await save()).toMatchObject({ kind: 'failed', error: server.refusal });
    expect(draft.get()).toEqual(before);
    expect(server.game).toMatchObject({ title: 'Old', revision: 1 });
  });

  it('saves again after merging a conflict automatically', async () => {
    const { server, draft, type, save } = open();
    server.losesAnswers = true;
    type({ title: 'New' });
    expect(await save()).toMatchObject({ kind: 'failed' });
    server.losesAnswers = false;
    type({ description: 'After' });
    expect(await save()).toMatchObject({ kind: 'saved' });
    expect(server.game).toMatchObject({ title: 'New', description: 'After' });
    expect(draft.get().fields).toEqual([]);
  });

  it('detects that a save succeeded although its response was lost', async () => {
    const { server, draft, type, save } = open();
    server.losesAnswers = true;
    type({ title: 'New' });
    await save();
    expect(await save()).toEqual({ kind: 'unchanged' });
    expect(draft.get()).toMatchObject({ fields: [], base: server.game });
  });

  it('waits for a choice when another admin changed the same field, and loses nothing', async () => {
    const { server, draft, type, save } = open();
    type({ title: 'Mine', developer: 'Mine' });
    server.edit({ title: 'Theirs', publisher: 'Theirs' });
    expect(await save()).toEqual({ kind: 'conflict' });
    expect(draft.get()).toMatchObject({ isBehind: true, fields: ['title', 'developer'] });
    draft.resolve(server.game, ['title']);
    expect(draft.get()).toMatchObject({ isBehind: false, fields: ['developer'] });
    await save();
    expect(server.game).toMatchObject({ title: 'Theirs', publisher: 'Theirs', developer: 'Mine' });
  });

  it('keeps what was typed before and while a match was applied', () => {
    const { server, draft, type } = open();
    type({ description: 'Typed before' });
    const saved = server.edit({ genres: ['Puzzle'], description: 'From the match' });
    type({ title: 'Typed in the meantime' });
    // The query cache may report the new version before the response is handled.
    draft.follow(saved);
    draft.rebase(saved);
    expect(draft.get()).toMatchObject({ isBehind: false, fields: ['title', 'description'] });
    expect(draft.get().values).toMatchObject({
      title: 'Typed in the meantime',
      description: 'Typed before',
      genres: ['Puzzle'],
    });
  });

  it('follows the game while nothing is changed, and notifies its listeners', () => {
    const { server, draft, type } = open();
    const onChange = vi.fn();
    draft.subscribe(onChange);
    draft.follow(server.edit({ title: 'Theirs' }));
    expect(draft.get()).toMatchObject({ values: { title: 'Theirs' }, isBehind: false });
    type({ title: 'Mine' });
    draft.follow(server.edit({ isHidden: true }));
    expect(draft.get()).toMatchObject({ game: { isHidden: true }, isBehind: false });
    draft.follow(server.edit({ title: 'Theirs again' }));
    expect(draft.get()).toMatchObject({ values: { title: 'Mine' }, isBehind: true });
    draft.discard();
    expect(draft.get()).toMatchObject({ values: { title: 'Theirs again' }, fields: [] });
    expect(onChange).toHaveBeenCalledTimes(5);
  });
});

describe('DraftStore', () => {
  it('restores the draft when the same admin returns to the game', () => {
    const { server, draft, type } = open();
    const drafts = new DraftStore();
    type({ title: 'Mine' });
    drafts.store(draft, 'admin');
    server.edit({ title: 'Theirs' });
    const restored = new GameDraft(server.game, drafts.find(server.game, 'admin'));
    expect(restored.get()).toMatchObject({ fields: ['title'], values: { title: 'Mine' }, isBehind: true });
  });

  it('does not return the draft to another admin or for another game', () => {
    const { server, draft, type } = open();
    const drafts = new DraftStore();
    type({ title: 'Mine' });
    drafts.store(draft, 'admin');
    expect(drafts.find(server.game, 'another')).toBeUndefined();
    expect(drafts.find(gameOf({ _id: 'h' }), 'admin')).toBeUndefined();
    drafts.clear();
    expect(drafts.find(server.game, 'admin')).toBeUndefined();
  });

  it('stores nothing without unsaved changes', () => {
    const { server, draft } = open();
    const drafts = new DraftStore();
    drafts.store(draft, 'admin');
    expect(drafts.find(server.game, 'admin')).toBeUndefined();
  });
});
