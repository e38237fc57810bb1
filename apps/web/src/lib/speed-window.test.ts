import { describe, expect, it } from 'vitest';
import { SpeedWindow } from './speed-window.ts';

describe('the speed of a transfer', () => {
  it('is unknown after two measurements at almost the same moment', () => {
    const speed = new SpeedWindow();
    expect(speed.add(0, 1_000_000)).toBe(0);
    expect(speed.add(30, 9_000_000)).toBe(0);
    expect(speed.add(2000, 11_000_000)).toBe(5_000_000);
  });

  it('is the average of the last five seconds, and never falls below zero', () => {
    const speed = new SpeedWindow();
    for (let second = 0; second <= 10; second += 1) speed.add(second * 1000, second * 1000);
    expect(speed.add(11_000, 10_000)).toBe(800);
    for (let second = 12; second < 20; second += 1) speed.add(second * 1000, 10_000);
    expect(speed.add(20_000, 10_000)).toBe(0);
    expect(speed.add(21_000, 0)).toBe(0);
  });
});
