import { describe, expect, it } from 'vitest';
import { linksOf } from './mail-dialog.tsx';

describe('linksOf', () => {
  it('returns each link once, in order', () => {
    const text =
      'Confirm address https://a.example/verify-email?token=x_-Y\n\nOr open: https://a.example/verify-email?token=x_-Y';
    expect(linksOf(`${text}\nhttp://localhost:3000/login`)).toEqual([
      'https://a.example/verify-email?token=x_-Y',
      'http://localhost:3000/login',
    ]);
  });

  it('excludes brackets and punctuation at the end of a sentence', () => {
    expect(linksOf('See (https://a.example/login). Or [https://a.example/b], please.')).toEqual([
      'https://a.example/login',
      'https://a.example/b',
    ]);
  });

  it('returns nothing for an email without links', () => {
    expect(linksOf('Hello')).toEqual([]);
  });
});
