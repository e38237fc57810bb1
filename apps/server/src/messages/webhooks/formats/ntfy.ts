// ntfy: https://docs.ntfy.sh/publish/#publish-as-json. Without `markdown`, it shows plain text.
import { ntfyTopic } from '@cellar/contract/messages/rules/webhooks.ts';
import { linesOf } from '../message.ts';
import { type Format, fitLines, jsonRequest } from './format.ts';

/** A longer message becomes an attachment. */
const maxMessageBytes = 4000;

export const ntfy: Format = ({ address, secret, message }) => {
  const url = new URL(address);
  const [, topic = ''] = ntfyTopic.exec(url.pathname) ?? [];
  const path = url.pathname.replace(ntfyTopic, '/');
  const body = {
    topic,
    title: message.title,
    // ntfy replaces an empty message with a word of its own.
    message: fitLines(linesOf(message), maxMessageBytes) || message.title,
    click: message.url,
    priority: message.isProblem ? 4 : 3,
    tags: [message.isProblem ? 'warning' : 'video_game'],
  };
  return jsonRequest(
    url.origin + path,
    body,
    secret === undefined ? {} : { authorization: `Bearer ${secret}` },
  );
};
