// The links in a mail's text part, each once, in their order.

/** A link ends at white space or a bracket; punctuation after it belongs to the sentence. */
export function linksOf(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>()[\]"]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?]+$/, '')))];
}
