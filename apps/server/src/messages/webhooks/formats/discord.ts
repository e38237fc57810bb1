// Discord: https://docs.discord.com/developers/resources/webhook#execute-webhook. One embed for the message, and one for each game.
import type { Message, MessageItem } from '../message.ts';
import { type Format, jsonRequest } from './format.ts';

const colors = { news: 0xf5a623, problem: 0xd64545 };
/** All embeds of a message together may have 6,000 characters, and there may be 10 of them. */
const maxEmbeds = 10;

export const discord: Format = ({ address, message }) =>
  jsonRequest(address, {
    // The titles of games must not notify anybody.
    allowed_mentions: { parse: [] },
    embeds: embedsOf(message).slice(0, maxEmbeds),
  });

function embedsOf(message: Message): object[] {
  const { title, text, items, more, url, isProblem } = message;
  const color = isProblem ? colors.problem : colors.news;
  const [only] = items;
  if (only && items.length === 1 && !isProblem) {
    return [{ ...embedOf(only, color), title: escapeText(title), url }];
  }
  const hasCovers = items.some(({ cover }) => cover !== null);
  const listed = hasCovers ? items.slice(0, maxEmbeds - 1) : [];
  const unlisted = hasCovers ? items.slice(maxEmbeds - 1) : items;
  const lines = [escapeText(text), ...unlisted.map(lineOf), escapeText(more)].filter((line) => line !== '');
  const head = {
    title: escapeText(title),
    url,
    color,
    ...(lines.length > 0 && { description: lines.join('\n') }),
  };
  return [head, ...listed.map((item) => embedOf(item, color))];
}

function embedOf({ title, url, facts, cover }: MessageItem, color: number): object {
  return {
    title: escapeText(title),
    color,
    ...(url && { url }),
    ...(facts && { description: escapeText(facts) }),
    ...(cover && { thumbnail: { url: cover } }),
  };
}

function lineOf({ title, url, facts }: MessageItem): string {
  const name = url ? `[${escapeText(title)}](${url})` : escapeText(title);
  return facts === '' ? `• ${name}` : `• ${name} (${escapeText(facts)})`;
}

/** Markdown shows any punctuation after a backslash as it is. This also breaks addresses, mentions and emoji codes. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-!|>~<@:&]/g, '\\$&');
}
