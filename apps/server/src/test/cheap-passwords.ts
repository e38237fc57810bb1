// Hashing passwords at their real cost would take a large part of the time of all tests. Tests of that cost use
// `payRealCost`.
import { hashCost } from '#platform/passwords.ts';

const realCost = { ...hashCost };

payLittle();

export function payRealCost(): void {
  Object.assign(hashCost, realCost);
}

export function payLittle(): void {
  Object.assign(hashCost, { memoryCost: 8, timeCost: 1 });
}
