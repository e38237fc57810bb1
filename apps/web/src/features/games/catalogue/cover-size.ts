// How large the covers are, remembered on this device. Used by the catalogue.
import { useState } from 'react';
import { type CoverSize, coverSizes } from '../grid/grid-layout.ts';

const storageKey = 'coverSize';

export function useCoverSize(): [CoverSize, (size: CoverSize) => void] {
  const [size, setSize] = useState(read);
  const choose = (next: CoverSize) => {
    setSize(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Blocked storage: it then holds as long as the page.
    }
  };
  return [size, choose];
}

function read(): CoverSize {
  try {
    const kept = localStorage.getItem(storageKey);
    return coverSizes.find((size) => size === kept) ?? 'medium';
  } catch {
    return 'medium';
  }
}
