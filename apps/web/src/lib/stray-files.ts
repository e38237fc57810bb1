// A file dropped beside a drop zone must not replace the page, and with it the uploads under way. Called once, by app/.

export function keepStrayFilesOut(): void {
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse);
}

function refuse(event: DragEvent): void {
  const isField = event.target instanceof HTMLInputElement && event.target.type === 'file';
  // A drop zone has taken it already.
  if (event.defaultPrevented || isField || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
