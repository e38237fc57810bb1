// The decisions of an admin in the review. Each takes its entry out of the list at once, and its request runs in the background. If the
// request fails, the entry comes back with a message. The last decisions can be undone in turn.
import { type ListedMatch, type MatchState, restorableStates } from '@cellar/contract/games/matches.ts';
import { useState } from 'react';
import { type Decision, useDecisionRequests } from './use-decision-requests.ts';

export interface Decisions {
  /** Returns whether the entry is decided, so that it is not listed. */
  isDecided(entry: ListedMatch): boolean;
  /** The number of requests that have not ended. */
  pending: number;
  decide(entry: ListedMatch, decision: Decision): void;
  /** Takes an entry out of the list that was matched in the dialog. */
  drop(entry: ListedMatch): void;
  /** Undoes the last decision. Returns its entry. */
  undoLast(): ListedMatch | undefined;
  canUndoLast: boolean;
}

interface Past {
  entry: ListedMatch;
  /** The lists that the entry was taken from, and into. */
  from: MatchState;
  into: 'matched' | 'left';
}

const without = <T>(set: ReadonlySet<T>, value: T) => new Set([...set].filter((other) => other !== value));

/** An entry that is listed again in another state has another time. */
const keyOf = ({ gameId, updatedAt }: ListedMatch) => `${gameId} ${updatedAt}`;

/** `state`: the list that is shown. */
export function useDecisions(state: MatchState, onGamesChanged: () => void): Decisions {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [past, setPast] = useState<readonly Past[]>([]);
  const { send, pending } = useDecisionRequests(onGamesChanged);

  const hide = (entry: ListedMatch) => setDecided((now) => new Set(now).add(keyOf(entry)));
  const bringBack = (entry: ListedMatch) => setDecided((now) => without(now, keyOf(entry)));
  const remember = (entry: ListedMatch, into: Past['into']) =>
    setPast((now) => [...now, { entry, from: state, into }]);
  const forget = (entry: ListedMatch) => setPast((now) => now.filter((one) => one.entry !== entry));

  return {
    isDecided: (entry) => decided.has(keyOf(entry)),
    pending,
    canUndoLast: past.length > 0,
    decide(entry, decision) {
      hide(entry);
      if (decision.kind === 'accept') remember(entry, 'matched');
      if (decision.kind === 'leave' && restorableStates.includes(state)) remember(entry, 'left');
      // After an undo, the game has a revision that the list does not know.
      const isRevisionKnown = !undone.has(keyOf(entry));
      send({ entry, from: state, ...decision, isRevisionKnown }).catch(() => {
        bringBack(entry);
        forget(entry);
      });
    },
    drop(entry) {
      hide(entry);
      remember(entry, 'matched');
    },
    undoLast() {
      const last = past.at(-1);
      if (!last) return undefined;
      const { entry, from, into } = last;
      forget(entry);
      bringBack(entry);
      setUndone((now) => new Set(now).add(keyOf(entry)));
      send({ entry, kind: 'takeBack', from: into, into: from }).catch(() => hide(entry));
      return entry;
    },
  };
}
