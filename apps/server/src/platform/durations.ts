// Durations in milliseconds.
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Nothing waits longer for its next attempt. A later time was set while the clock was ahead. */
export const longestPauseMs = dayMs + minuteMs;
