// The logo: an arrow into the arch of a vault. Same drawing as public/favicon.svg, without the background.
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="4 3 24 24" aria-hidden="true" focusable="false">
      <path d="M7 26V15a9 9 0 0 1 18 0v11h-4V15a5 5 0 0 0-10 0v11z" fill="var(--amber)" />
      <path d="M14.5 14h3v6.2l2-2 2 2.1-5.5 5.5-5.5-5.5 2-2.1 2 2z" fill="currentColor" />
    </svg>
  );
}
