// Gotify: https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras
import { linesOf } from '../message.ts';
import { type Format, fitLines, jsonRequest } from './format.ts';

const maxMessageBytes = 4000;

export const gotify: Format = ({ address, secret = '', message }) => {
  const url = new URL(address);
  const body = {
    title: message.title,
    message: fitLines(linesOf(message), maxMessageBytes) || message.title,
    priority: message.isProblem ? 8 : 5,
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { click: { url: message.url } },
    },
  };
  const path = url.pathname.replace(/\/+$/, '');
  return jsonRequest(`${url.origin}${path}/message`, body, { 'x-gotify-key': secret });
};
