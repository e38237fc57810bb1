// Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. Rich text has no markup in its texts, so titles
// cannot contain any. Programs that imitate Slack often show only `text`.
import { linesOf, type Message, type MessageItem } from '../message.ts';
import { type Format, fitLines, jsonRequest } from './format.ts';

/** Slack shortens longer texts. */
const maxTextBytes = 3000;
/** The limit of a header block. */
const maxHeader = 150;

export const slack: Format = ({ address, message }) =>
  jsonRequest(address, {
    text: fitLines([message.title, ...linesOf(message), message.url].map(escapeText), maxTextBytes),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [header(message), richText(message)],
  });

function header({ title }: Message): object {
  return {
    type: 'header',
    text: { type: 'plain_text', text: title.slice(0, maxHeader).toWellFormed(), emoji: false },
  };
}

function richText({ text, items, more, url, linkText }: Message): object {
  const sections = [
    ...(text === '' ? [] : [section(plain(text))]),
    ...(items.length === 0
      ? []
      : [{ type: 'rich_text_list', style: 'bullet', elements: items.map(itemSection) }]),
    ...(more === '' ? [] : [section(plain(more))]),
    section(link(url, linkText)),
  ];
  return { type: 'rich_text', elements: sections };
}

function itemSection({ title, url, facts }: MessageItem): object {
  const name = url ? link(url, title) : plain(title);
  return section(name, ...(facts === '' ? [] : [plain(` (${facts})`)]));
}

const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const plain = (text: string) => ({ type: 'text', text });
const link = (url: string, text: string) => ({ type: 'link', url, text });

/** Besides Slack's own escapes, a joiner keeps imitations, such as Mattermost, from notifying people with `@all`. */
function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/@/g, '@\u2060');
}
