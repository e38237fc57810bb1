// Prevents files dropped outside a drop zone from replacing the page, which would end its uploads.
export function keepStrayFilesOut(): void {
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse);
}

function refuse(event: DragEvent): void {
  const isField = event.target instanceof HTMLInputElement && event.target.type === 'file';
  // A drop zone has already handled the event.
  if (event.defaultPrevented || isField || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
