// The logo and name of the site at the top of every email. The logo consists of borders and a letter, because many mail
// programs show neither SVG nor data: URIs.
import { type CSSProperties, createElement as h } from 'react';
import { darkColors, lightColors } from './mail-colors.ts';

const styles = {
  brand: { margin: '0 0 20px' },
  mark: { backgroundColor: '#1d1813', borderRadius: '8px', height: '36px', minWidth: '36px', width: '36px' },
  arch: {
    border: `5px solid ${lightColors.amber}`,
    borderBottom: '0',
    borderRadius: '12px 12px 0 0',
    color: '#fbe3b6',
    fontSize: '17px',
    fontWeight: '700',
    height: '20px',
    lineHeight: '22px',
    margin: '0 auto',
    textAlign: 'center',
    width: '14px',
  },
  name: { paddingLeft: '12px' },
  site: {
    color: lightColors.text,
    fontSize: '17px',
    fontWeight: '750',
    lineHeight: '22px',
    wordBreak: 'break-word',
  },
} as const satisfies Record<string, CSSProperties>;

export const brandDarkRules = `
  .mark { background-color: ${darkColors.tile} !important; }
  .site { color: ${darkColors.text} !important; }`;

export function brand(site: string) {
  const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, style: styles.brand };
  const cell = { width: 36, height: 36, align: 'center', valign: 'middle', 'aria-hidden': true } as const;
  const mark = h(
    'td',
    { ...cell, className: 'mark', style: styles.mark },
    h('div', { style: styles.arch }, '↓'),
  );
  const name = h('td', { style: styles.name }, h('span', { className: 'site', style: styles.site }, site));
  // The plain text names the site in its last line.
  return h('table', { ...table, 'data-skip-in-text': 'true' }, h('tbody', null, h('tr', null, mark, name)));
}
