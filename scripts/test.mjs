// `npm test [-- --only STEPS] [-- --long | --all] [-- --changed[=COMMIT]] [filters and options for vitest]`: runs all
// checks in order, continues after failures, and ends with one line `N passed, N failed`. With `--changed` it runs only
// the checks that the changes since a commit can affect.
import process from 'node:process';
import { changesSince, reachOf } from './changed.mjs';
import { ensureInstalled } from './install.mjs';
import { isStopping } from './processes.mjs';
import { cleanly, Failure, fail } from './report.mjs';
import { ensureRuntime } from './runtime.mjs';
import { addCounts } from './test-report.mjs';
import { longSteps, steps } from './test-steps.mjs';

await cleanly(async () => {
  const { chosen, vitestArgs, changes } = readArguments(process.argv.slice(2));
  const node = ensureRuntime();
  ensureInstalled(node);
  let total = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] };
  for (const step of chosen) {
    if (isStopping()) fail('Stopped.');
    const counts = await runStep(step, { node, vitestArgs, changes });
    total = addCounts(total, named(step, counts));
  }
  sayAll('Passed only when tried again:', total.retried);
  sayAll('Failed:', total.failures);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  say(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});

function readArguments(args) {
  const options = { long: false, all: false, only: undefined };
  const vitestArgs = [];
  let changes;
  while (args.length > 0) {
    const argument = args.shift();
    if (argument === '--long') options.long = true;
    else if (argument === '--all') options.all = true;
    else if (/^--changed(=|$)/.test(argument)) changes = readChanges(argument.split('=')[1]);
    else if (argument === '--only') options.only = args.shift()?.split(',') ?? [];
    else vitestArgs.push(argument);
  }
  return { chosen: chooseSteps(options), vitestArgs, changes };
}

function readChanges(ref) {
  const changes = changesSince(ref);
  say(`Compared with ${changes.title}: ${changes.files.length} changed files.`);
  return changes;
}

function chooseSteps({ long, all, only }) {
  const offered = [...(long ? [] : steps), ...(long || all ? longSteps() : [])];
  if (!only) return offered;
  const known = new Set([...steps, ...longSteps()].map((step) => step.name));
  const unknown = only.filter((name) => !known.has(name));
  const names = [...known].join(', ');
  if (only.length === 0 || unknown.length > 0) fail(`--only takes names out of: ${names}`);
  // Steps that are only part of the long tests run when they are named.
  const onlyLong = longSteps().filter(({ name }) => !offered.some((step) => step.name === name));
  return [...offered, ...onlyLong].filter((step) => only.includes(step.name));
}

async function runStep(step, context) {
  const started = Date.now();
  say(`\n— ${step.name}: ${step.title}`);
  const reach = context.changes ? reachOf(step, context.changes.files) : 'everything';
  if (reach === 'nothing') {
    say(`  ${step.name}: left out, since nothing that it depends on has changed`);
    return {};
  }
  const vitestArgs = [...context.vitestArgs];
  if (reach === 'tests') vitestArgs.push(`--changed=${context.changes.base}`);
  const counts = await runChecks(step, { ...context, vitestArgs });
  const words = ['passed', 'failed', 'skipped']
    .filter((key) => counts[key])
    .map((key) => `${counts[key]} ${key}`);
  say(
    `  ${step.name}: ${words.join(', ') || 'nothing ran'} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  return counts;
}

function named(step, { failures = [], retried = [], ...counts }) {
  const name = (text) => `  ${step.name}: ${text}`;
  const none = { passed: 0, failed: 0, skipped: 0 };
  return { ...none, ...counts, failures: failures.map(name), retried: retried.map(name) };
}

/** Printed at the end, where readers of a long log look first. */
function sayAll(title, texts) {
  if (texts.length > 0) say(`\n${title}\n${texts.join('\n')}`);
}

async function runChecks(step, context) {
  try {
    return await step.run(context);
  } catch (error) {
    say(error instanceof Failure ? error.message : error.stack);
    // A developer may lack the permission to install a browser or a database. In CI a missing program is a failure.
    const mayBeMissing = step.mayBeMissing && error instanceof Failure && !process.env.CI;
    return mayBeMissing ? { skipped: 1 } : { failed: 1, failures: ['see above'] };
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
