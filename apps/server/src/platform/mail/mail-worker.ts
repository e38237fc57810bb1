// The worker of mail-thread.ts.
import { answerRequests } from '#platform/thread.ts';
import type { MailRequest } from './mail-thread.ts';

answerRequests(async ({ template, content }: MailRequest) => {
  const { render } = await import(template);
  return render(content);
});
