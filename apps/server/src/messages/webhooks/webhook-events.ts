// What each event tells. The data is stored with the delivery and is what a program receives as `data` (docs/webhooks.md), so
// released fields must not change their meaning.
import type { WebhookEvent } from '@cellar/contract/messages/rules/webhooks.ts';

export interface AnnouncedGame {
  id: string;
  title: string;
  /** The page of the game. */
  url: string;
  platforms: string[];
  year: string | null;
  developer: string | null;
  /** The address of its box art, if visitors may see it. */
  cover: string | null;
}

export interface StoppedUpload {
  /** Of the game. */
  title: string;
  /** The name of an update or extra. Null for the game itself. */
  extra: string | null;
  /** Empty for a file for all platforms. */
  platform: string;
  /** When its last bytes arrived. */
  stoppedAt: string;
}

export interface EventData {
  /** `games` are the newest ones. `count` counts all that are announced together. */
  new_games: { count: number; games: AnnouncedGame[] };
  /** A member has requested a game. `url` is the page of the request. The member's name stays in the library. */
  game_requested: { id: string; title: string; url: string; year: string | null };
  /** The number of accounts that wait. Names and addresses stay in the library. */
  access_waiting: { count: number };
  /** Uploads that have sent nothing for an hour and are not complete. `uploads` lists at most ten. */
  upload_failed: { count: number; uploads: StoppedUpload[] };
  /** `reason` is English. */
  backup_failed: { reason: string };
  /** `part`: whose disk is nearly full. */
  storage_low: { part: 'storage' | 'database'; freeBytes: number };
  test: Record<string, never>;
}

/** Fails to compile if an event has no data. */
export type DataOf<Event extends WebhookEvent | 'test'> = EventData[Event];
