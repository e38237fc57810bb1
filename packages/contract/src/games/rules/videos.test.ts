import { describe, expect, it } from 'vitest';
import { storedVideoLink, videoIdOf, videoPlayerUrl } from './videos.ts';

describe('videoIdOf', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?list=PL1&v=a-b_c', 'a-b_c'],
    ['https://m.youtube.com/watch?v=abc#t=1', 'abc'],
    ['watch?v=abc', 'abc'],
  ])('of %s is %s', (link, id) => {
    expect(videoIdOf(link)).toBe(id);
  });

  it.each([
    '',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=',
    'https://www.youtube.com/watch?v=%2e%2e%2f',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://video.example/?vv=1&xv=2',
    'javascript:alert(1)',
  ])('of %j is undefined', (link) => {
    expect(videoIdOf(link)).toBeUndefined();
  });

  it.each(['', '&t=1', '#x', '&v=other', ' ', '/../x', '?v=other', '"><script>'])(
    'ends before %j',
    (rest) => {
      expect(videoIdOf(`https://www.youtube.com/watch?v=Az09_-${rest}`)).toBe('Az09_-');
    },
  );
});

describe('storedVideoLink', () => {
  const full = 'https://www.youtube.com/watch?v=a-b_C1';

  it.each(['https://youtu.be/a-b_C1', 'https://youtu.be/a-b_C1?si=x', 'https://youtu.be/a-b_C1#t=1', full])(
    'of %s has the id after v=',
    (link) => {
      expect(storedVideoLink(link)).toBe(full);
    },
  );

  it.each([
    'https://youtu.be/',
    'https://youtu.be/a%2fb',
    'https://youtu.be.example/abc',
    'http://youtu.be/abc',
  ])('of %s is unchanged', (link) => {
    expect(storedVideoLink(link)).toBe(link);
  });
});

describe('videoPlayerUrl', () => {
  // An id contains only letters, digits, _ and -, so no stored link can lead to another host.
  it.each([
    'a',
    '-_-',
    'x'.repeat(80),
    'a?autoplay=0',
    'a/../..',
    'a@evil.example',
    '@evil',
    '//evil',
    '%2f',
  ])('of v=%s is on the player’s host, unless there is no id', (text) => {
    const id = videoIdOf(`https://www.youtube.com/watch?v=${text}`);
    if (id === undefined) return expect(text).toMatch(/^[^A-Za-z0-9_-]/);
    expect(videoPlayerUrl(id)).toMatch(
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/[A-Za-z0-9_-]+\?autoplay=1&rel=0$/,
    );
  });
});
