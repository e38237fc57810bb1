// Runs programs for a script, with the same terminal, signals and exit code. Used by start, dev, bench and test.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

const running = new Set();
let stopping = false;
let listening = false;

/** Starts a program. Signals that stop this script stop the program too. */
export function runForeground(program, args, options = {}) {
  listenForStop();
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Resolves with the exit code that a shell would report. */
export function exitCodeOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
}

/** Returns whether a signal has asked this script to stop. */
export function isStopping() {
  return stopping;
}

function listenForStop() {
  if (listening) return;
  listening = true;
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
  process.on('SIGINT', () => {
    // The terminal sends Ctrl-C to the programs directly. A second signal from here would make the server stop
    // immediately.
    if (process.stdin.isTTY) stopping = true;
    else stopAll('SIGINT');
  });
  if (process.env.npm_lifecycle_event) stopWithNpm();
}

function stopAll(signal) {
  stopping = true;
  for (const child of running) child.kill(signal);
}

// npm signals only the shell between npm and this script, which ends without notifying this script. Without this check
// of the parent process, stopping `npm start` would leave the server running.
function stopWithNpm() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stopAll('SIGTERM');
  }, 250);
  timer.unref();
}
