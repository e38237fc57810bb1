import type { GameFile } from '@cellar/contract/games/games.ts';
import { describe, expect, it } from 'vitest';
import { mainFileFirst } from './download-options.tsx';

const ready = {
  missingSince: null,
  preparing: null,
  problem: null,
  quarantine: null,
  fileCount: null,
  leftOutLinks: 0,
};

function file(platform: string, facts: Partial<GameFile> = {}): GameFile {
  const rest = { icon: null, fileSize: 1, fileName: 'a.zip', sha256: null };
  return { platform, ...rest, uploadedAt: '2026-01-01T00:00:00.000Z', ...ready, ...facts } as GameFile;
}

function order(files: GameFile[], system: Parameters<typeof mainFileFirst>[1]): string[] {
  return mainFileFirst(files, system).map(({ platform }) => platform);
}

describe('the main file of a game', () => {
  it("is the one for the visitor's system, and the others keep their order", () => {
    const files = ['Linux', 'Mac', 'Windows', 'Xbox'].map((platform) => file(platform));
    expect(order(files, 'Windows')).toEqual(['Windows', 'Linux', 'Mac', 'Xbox']);
  });

  it('is the first if there is none for the system, or the system is unknown', () => {
    const files = [file('Xbox'), file('Linux')];
    expect(order(files, 'Mac')).toEqual(['Xbox', 'Linux']);
    expect(order(files, undefined)).toEqual(['Xbox', 'Linux']);
    expect(order([], 'Mac')).toEqual([]);
  });

  it('is the plain one, then the newest version, then the modded one', () => {
    const modded = file('Windows (Modded)');
    const old = file('Windows v1.0');
    const recent = file('Windows v1.1', { uploadedAt: '2026-02-01T00:00:00.000Z' });
    expect(order([modded, old, recent, file('Windows')], 'Windows')[0]).toBe('Windows');
    expect(order([modded, old, recent], 'Windows')[0]).toBe('Windows v1.1');
    expect(order([file('Linux'), modded], 'Windows')[0]).toBe('Windows (Modded)');
  });

  it('is one that is there, or being prepared', () => {
    const missing = file('Windows', { missingSince: '2026-01-01T00:00:00.000Z' });
    expect(order([missing, file('Mac')], 'Windows')).toEqual(['Mac', 'Windows']);
    expect(order([missing], 'Windows')).toEqual(['Windows']);
    expect(order([file('Mac'), file('Windows', { preparing: 10 })], 'Windows')).toEqual(['Windows', 'Mac']);
  });

  it('is not an own platform with a name like “PC Engine”', () => {
    const engine = file('PC Engine', { icon: 'chip' as GameFile['icon'] });
    expect(order([file('Mac'), engine], 'Windows')[0]).toBe('Mac');
  });
});
