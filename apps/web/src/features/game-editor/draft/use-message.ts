// A message that goes away by itself. Used by the editor.
import { useEffect, useState } from 'react';

export function useMessage() {
  const [message, setMessage] = useState<{ text: string; shownMs: number }>();
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), message.shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  return { message: message?.text, say: (text: string, shownMs: number) => setMessage({ text, shownMs }) };
}
