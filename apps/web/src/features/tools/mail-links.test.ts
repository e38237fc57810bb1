import { describe, expect, it } from 'vitest';
import { linksOf } from './mail-links.ts';

describe('linksOf', () => {
  it('finds each link once, in order', () => {
    const text =
      'Confirm address https://a.example/verify-email?token=x_-Y\n\nOr open: https://a.example/verify-email?token=x_-Y';
    expect(linksOf(`${text}\nhttp://localhost:3000/login`)).toEqual([
      'https://a.example/verify-email?token=x_-Y',
      'http://localhost:3000/login',
    ]);
  });

  it('leaves brackets and the end of a sentence outside', () => {
    expect(linksOf('See (https://a.example/login). Or [https://a.example/b], please.')).toEqual([
      'https://a.example/login',
      'https://a.example/b',
    ]);
  });

  it('is empty for a mail without links', () => {
    expect(linksOf('Hello')).toEqual([]);
  });
});
