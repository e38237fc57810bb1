// `node apps/web/icons/make-icons.mjs`: draws the icons of the installed app from the logo. It uses the server's sharp.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const sharp = createRequire(new URL('../../server/package.json', import.meta.url))('sharp');
const folder = new URL('../public/', import.meta.url);
const logo = readFileSync(new URL('favicon.svg', folder), 'utf8');

// Systems cut these two into their own shapes, so the background reaches the edges. Of a maskable icon, only the circle with
// four fifths of its width is certain to be seen (https://www.w3.org/TR/appmanifest/#icon-masks).
const squared = logo.replace(' rx="8"', '');
const masked = squared
  .replace(/(<path.*<\/svg>)/s, '<g transform="translate(5.3 5.3) scale(0.67)">$1')
  .replace('</svg>', '</g></svg>');

await draw(logo, 192, 'icon-192.png');
await draw(logo, 512, 'icon-512.png');
await draw(masked, 512, 'icon-maskable-512.png');
await draw(squared, 180, 'apple-touch-icon.png');

async function draw(svg, size, name) {
  const path = new URL(name, folder).pathname;
  await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ palette: true })
    .toFile(path);
  console.log(name);
}
