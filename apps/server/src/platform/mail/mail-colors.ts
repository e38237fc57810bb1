// The colors of our emails: those of the page (apps/web/src/ui/tokens.css), but without transparency, which some mail programs
// do not support.

/** The same in light and dark. */
const both = { amber: '#f5a623', onAmber: '#1f1503', tile: '#2b241d', onTile: '#fffaf2' };

export const lightColors = {
  ...both,
  page: '#faf6ef',
  surface: '#fffdf9',
  line: '#e8e3dd',
  text: '#211a12',
  dim: '#665a4b',
  accent: '#8a5200',
};

export const darkColors = {
  ...both,
  page: '#14110e',
  surface: '#1c1814',
  line: '#332d27',
  text: '#f5efe6',
  dim: '#b5a998',
  accent: '#ffb641',
};
