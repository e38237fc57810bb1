// Runs programs to their end on behalf of a script: same terminal, same signals, same exit code.
// Used by start, dev, bench and test.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

const running = new Set();
let stopping = false;
let listening = false;

/** Starts a program; a signal that asks this script to stop reaches it too. */
export function runForeground(program, args, options = {}) {
  listenForStop();
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Resolves with the exit code a shell would show. */
export function exitCodeOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
}

/** Whether somebody asked this script to stop. */
export function isStopping() {
  return stopping;
}

function listenForStop() {
  if (listening) return;
  listening = true;
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
  process.on('SIGINT', () => {
    // Ctrl-C in a terminal reaches the programs by itself; a second one from here would mean "at once" to the server.
    if (process.stdin.isTTY) stopping = true;
    else stopAll('SIGINT');
  });
  if (process.env.npm_lifecycle_event) stopWithNpm();
}

function stopAll(signal) {
  stopping = true;
  for (const child of running) child.kill(signal);
}

// npm passes a signal to the shell between us, which dies of it and tells nobody; without this look at the parent,
// stopping `npm start` would leave the server behind.
function stopWithNpm() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stopAll('SIGTERM');
  }, 250);
  timer.unref();
}
