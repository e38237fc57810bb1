const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for use in HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
}

// XML 1.0 section 2.2: all other characters are forbidden, also as references.
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes a text for use in XML content and attributes, and removes the characters that XML forbids. */
export function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replace(forbidden, ''));
}
