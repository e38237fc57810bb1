import { describe, expect, it } from 'vitest';
import { platformOptions } from './platform-options.ts';

const platforms = ['Windows', 'Windows (Version)', 'Xbox'];

describe('platformOptions', () => {
  it('leaves out the platforms that need a version', () => {
    expect(platformOptions(platforms)).toEqual(['Windows', 'Xbox']);
  });

  it('offers platforms with the known version', () => {
    expect(platformOptions(platforms, { version: '1.2' })).toEqual(['Windows', 'Windows v1.2', 'Xbox']);
    expect(platformOptions(platforms, { version: '../1' })).toEqual(['Windows', 'Xbox']);
  });

  it('keeps a current value that is not in the list', () => {
    expect(platformOptions(platforms, { current: 'DOS' })).toEqual(['Windows', 'Xbox', 'DOS']);
    expect(platformOptions(platforms, { current: 'Xbox' })).toEqual(['Windows', 'Xbox']);
  });
});
