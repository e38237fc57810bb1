// How large the covers are, kept on the device.
import { useState } from 'react';
import { stored } from '#lib/stored.ts';
import { type CoverSize, coverSizes } from '../grid/grid-layout.ts';

const storage = stored('coverSize');

export function useCoverSize(): [CoverSize, (size: CoverSize) => void] {
  const [size, setSize] = useState(read);
  const choose = (next: CoverSize) => {
    setSize(next);
    storage.set(next);
  };
  return [size, choose];
}

function read(): CoverSize {
  const kept = storage.get();
  return coverSizes.find((size) => size === kept) ?? 'medium';
}
