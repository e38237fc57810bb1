// Reads vitest's JSON report: the numbers of passed and failed tests, and the tests that failed or were retried. Used
// by test-steps.mjs and test.mjs for the summary at the end of the log.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './runtime.mjs';

const shownLines = 6;

/**
 * `code` is vitest's exit code. `failures` and `retried` contain texts: the name of a test and the beginning of its
 * error. A retried test failed first and then passed.
 */
export function readTestReport(file, code) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = [];
  const retried = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const path = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    failures.push(...failed.map((test) => describe(path, test)));
    retried.push(
      ...assertionResults
        .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
        .map((test) => describe(path, test)),
    );
    // A file that cannot be loaded, or whose hook failed, has no failed test.
    if (status === 'failed' && failed.length === 0) {
      failures.push(`${path}\n${indent(message || 'a hook failed: see above')}`);
    }
  }
  // An error outside of tests also fails the run.
  if (code !== 0 && failures.length === 0) failures.push('an error outside the tests: see above');
  return {
    ...{ passed: report.numPassedTests, failed: failures.length, failures, retried },
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Adds numbers and concatenates lists. */
export function addCounts(one, other) {
  return Object.fromEntries(
    Object.entries(one).map(([key, value]) => [
      key,
      Array.isArray(value) ? [...value, ...other[key]] : value + other[key],
    ]),
  );
}

function describe(path, { fullName, failureMessages }) {
  return `${path} > ${fullName}\n${indent(failureMessages[0] ?? '')}`;
}

function indent(text) {
  const lines = text.split('\n').filter((line) => line.trim() && !line.includes('node_modules'));
  return lines
    .slice(0, shownLines)
    .map((line) => `    ${line.trim().slice(0, 300)}`)
    .join('\n');
}
