// Renders emails on a thread of their own. Loading the renderer takes half a second and 50 MB, which the end of the thread frees.
import { createThread } from '#platform/thread.ts';
import type { RenderedMail } from './mail-layout.ts';

export interface MailRequest {
  /** The address of a module. */
  template: string;
  content: unknown;
}

const worker = new URL('./mail-worker.ts', import.meta.url);
const thread = createThread<MailRequest, RenderedMail>({ name: 'mail', worker, idleMs: 60_000 });

/** `template`: a module that exports `render`, which renders `content`. */
export function renderMail(template: URL, content: unknown): Promise<RenderedMail> {
  return thread.ask({ template: template.href, content });
}
