// What a format makes of a message: the request that its receivers expect.
import type { Happening, Message } from '../message.ts';

export interface Delivery {
  id: string;
  createdAt: string;
  happening: Happening;
  message: Message;
  /** The secret parts of the webhook. */
  address: string;
  secret: string | undefined;
  /** The present, in whole seconds. */
  timestamp: number;
}

export interface WebhookRequest {
  address: string;
  headers: Record<string, string>;
  body: string;
}

/** Returns the request of a delivery, whose body is JSON in every format. */
export type Format = (delivery: Delivery) => WebhookRequest;

export function jsonRequest(
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): WebhookRequest {
  return {
    address,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** Joins as many lines as fit into `maxBytes` of UTF-8. */
export function fitLines(lines: string[], maxBytes: number): string {
  let text = '';
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (Buffer.byteLength(longer) > maxBytes) break;
    text = longer;
  }
  return text;
}
