// The steps of verifying and repairing one file.
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { Digester } from '#lib/digester.ts';
import { useApi } from '#lib/services-context.ts';
import { type Comparison, compare, type ExpectedFile, rangeOf } from './compare.ts';
import {
  mayWrite,
  openCopy,
  openInPlace,
  Repair,
  type VerifiedFile,
  type WritableHandle,
  writableHandleOf,
} from './repair.ts';

export interface Checked {
  file: File;
  /** What the file was compared with. */
  expected: ExpectedFile;
  comparison: Comparison;
  /** Set if the browser can write into the file. */
  handle: WritableHandle | undefined;
}

/** `done` and `total` are bytes. */
export type Step =
  | { kind: 'choose'; error?: unknown }
  | { kind: 'checking'; file: File; done: number; total: number }
  /** `isBegun`: a repair that failed continues where it was. */
  | { kind: 'checked'; checked: Checked; error?: unknown; isBegun?: boolean }
  | { kind: 'repairing'; checked: Checked; done: number; total: number }
  | { kind: 'repaired'; checked: Checked; isInPlace: boolean };

export function useVerification(target: VerifiedFile) {
  const api = useApi();
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const work = useRef<AbortController>(undefined);
  const repair = useRef<Repair>(undefined);

  /** Runs one piece of work, and ends the one before. */
  async function begin(run: (digester: Digester, signal: AbortSignal) => Promise<void>): Promise<void> {
    work.current?.abort();
    const controller = new AbortController();
    work.current = controller;
    const digester = new Digester();
    await run(digester, controller.signal).finally(() => digester.close());
  }

  function forgetRepair(): void {
    repair.current?.discard();
    repair.current = undefined;
  }

  async function check(file: File, expected: ExpectedFile): Promise<void> {
    forgetRepair();
    const total = Math.min(file.size, expected.size);
    const onProgress = (done: number) => setStep({ kind: 'checking', file, done, total });
    onProgress(0);
    await begin(async (digester, signal) => {
      try {
        const comparison = await checkFile(file, expected, { digester, onProgress, signal });
        const handle = await writableHandleOf(file);
        signal.throwIfAborted();
        setStep({ kind: 'checked', checked: { file, expected, comparison, handle } });
      } catch (error) {
        if (!signal.aborted) setStep({ kind: 'choose', error });
      }
    });
  }

  async function openRepair({ file, expected, comparison, handle }: Checked): Promise<Repair> {
    const isPermitted = handle !== undefined && (await mayWrite(handle));
    const output = isPermitted ? await openInPlace(handle, expected) : openCopy(file, expected);
    return new Repair({ api, target, expected, comparison, output });
  }

  async function repairFile(checked: Checked): Promise<void> {
    const total = checked.comparison.wrongBytes;
    const onProgress = (done: number) => setStep({ kind: 'repairing', checked, done, total });
    onProgress(repair.current?.fetchedBytes ?? 0);
    await begin(async (digester, signal) => {
      try {
        const running = repair.current ?? (await openRepair(checked));
        // The member may have chosen another file while this one was being opened.
        if (signal.aborted) return running.discard();
        repair.current = running;
        await running.run({ digester, onProgress, signal });
        repair.current = undefined;
        setStep({ kind: 'repaired', checked, isInPlace: running.isInPlace });
      } catch (error) {
        if (signal.aborted) return;
        // Without the server nothing is lost. After other errors the output can't be used any more.
        if (!(error instanceof ApiError)) forgetRepair();
        setStep({ kind: 'checked', checked, error, isBegun: repair.current !== undefined });
      }
    });
  }

  /** Ends the work in progress. What a repair has fetched is kept until another file is chosen. */
  function stop(): void {
    work.current?.abort();
    if (step.kind === 'repairing') setStep({ kind: 'checked', checked: step.checked, isBegun: true });
    else setStep({ kind: 'choose' });
  }

  useEffect(
    () => () => {
      work.current?.abort();
      repair.current?.discard();
    },
    [],
  );

  return { step, check, repairFile, stop, restart: () => setStep({ kind: 'choose' }) };
}

interface CheckOptions {
  digester: Digester;
  onProgress(bytes: number): void;
  signal: AbortSignal;
}

/** Reads the file once. One piece at a time is in memory. @throws the errors of a Digester */
async function checkFile(
  file: File,
  expected: ExpectedFile,
  { digester, onProgress, signal }: CheckOptions,
): Promise<Comparison> {
  const found: string[] = [];
  for (let index = 0; index < expected.digests.length; index += 1) {
    const { start, end } = rangeOf(expected, index);
    if (start >= file.size) break;
    found.push(await digester.digest(file.slice(start, end), signal));
    signal.throwIfAborted();
    onProgress(Math.min(end, file.size));
  }
  return compare(expected, file.size, found);
}
