import { describe, expect, it } from 'vitest';
import { createRequestLine } from './use-decisions.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('createRequestLine', () => {
  it('sends three requests at a time, in order', async () => {
    const line = createRequestLine();
    const begun: string[] = [];
    const gates = ['a', 'b', 'c', 'd', 'e'].map((id) => {
      const gate = Promise.withResolvers<void>();
      const ending = line.send(id, () => {
        begun.push(id);
        return gate.promise;
      });
      return { ...gate, ending: ending.catch(() => 'failed') };
    });
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    gates[1]?.reject(new Error('refused'));
    expect(await gates[1]?.ending).toBe('failed');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    for (const { resolve } of gates) resolve();
    await Promise.all(gates.map(({ ending }) => ending));
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('sends the requests of one game one after the other, also after a failure', async () => {
    const line = createRequestLine();
    const first = Promise.withResolvers<void>();
    const begun: string[] = [];
    const decision = line.send('game', () => first.promise);
    const undo = line.send('game', async () => begun.push('undo'));
    await settled();
    expect(begun).toEqual([]);
    first.reject(new Error('refused'));
    await expect(decision).rejects.toThrow('refused');
    await undo;
    expect(begun).toEqual(['undo']);
  });
});
