// Creates lazy components that have their own texts.
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyComponent } from '#lib/lazy-code.ts';
import { addTextsOnce, type TextGroup } from './language.ts';

/** Like `lazyComponent`, but also loads these texts. */
// biome-ignore lint/suspicious/noExplicitAny: any props, as for React's own `lazy`
export function lazyWithTexts<Late extends ComponentType<any>>(
  load: () => Promise<Late>,
  ...texts: TextGroup[]
): LazyExoticComponent<Late> {
  return lazyComponent(async () => {
    const [late] = await Promise.all([load(), ...texts.map(addTextsOnce)]);
    return late;
  });
}
