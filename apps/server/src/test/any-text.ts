// Arbitrary characters, for the `unit` of fc.string. fast-check's own `binary` takes seconds to set up in each test file.
import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** A code point up to `max`, except for surrogates. */
const character = (max: number) =>
  fc
    .integer({ min: 0, max: max - surrogates })
    .map((number) => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates));

/** Often ASCII, including control characters; sometimes the rest of the BMP; sometimes any other plane. */
export const anyCharacter = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((number) => String.fromCodePoint(number)),
  character(0xffff),
  character(0x10_ff_ff),
);
