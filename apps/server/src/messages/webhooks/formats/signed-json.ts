// JSON for programs, signed so that they know who has sent it. docs/webhooks.md is its reference.
import { createHmac } from 'node:crypto';
import { type Format, jsonRequest } from './format.ts';

export const signedJson: Format = ({
  id,
  createdAt,
  happening,
  message,
  address,
  secret = '',
  timestamp,
}) => {
  const { event, data } = happening;
  const { title, text, url } = message;
  const body = JSON.stringify({ event, id, createdAt, title, text, url, data });
  return jsonRequest(address, body, {
    'x-cellar-event': event,
    'x-cellar-delivery': id,
    'x-cellar-timestamp': String(timestamp),
    // With the time, so that a recorded request cannot be sent again later.
    'x-cellar-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  });
};
