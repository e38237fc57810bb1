// `npm test [-- --only STEPS] [-- --all] [-- --changed[=COMMIT]] [-- --profile] [filters and options for vitest]`: runs
// the steps in order, continues after failures, and ends with one line `N passed, N failed`. `--all` adds the further
// steps, `--changed` runs only what the changes since a commit can affect, `--profile` tells where the time went.
import process from 'node:process';
import { changesSince, reachOf } from './changed.mjs';
import { ensureInstalled } from './install.mjs';
import { isStopping } from './processes.mjs';
import { createProfile } from './profile.mjs';
import { cleanly, Failure, fail } from './report.mjs';
import { ensureRuntime } from './runtime.mjs';
import { addCounts } from './test-report.mjs';
import { furtherSteps, namedSteps, steps } from './test-steps.mjs';

/** More tests that pass only on a second try fail the run. */
const mostRetried = 2;
const none = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] };

await cleanly(async () => {
  const { chosen, vitestArgs, changes, isProfiled } = readArguments(process.argv.slice(2));
  const profile = createProfile(isProfiled);
  const node = ensureRuntime();
  profile.note('(runtime)');
  ensureInstalled(node);
  profile.note('(packages)');
  let total = none;
  for (const step of chosen) {
    if (isStopping()) fail('Stopped.');
    const counts = await runStep(step, { node, vitestArgs, changes });
    profile.note(step.name);
    total = addCounts(total, named(step, counts));
  }
  profile.print();
  if (total.retried.length > mostRetried) {
    total = addCounts(total, {
      ...none,
      failed: 1,
      failures: ['  too many tests passed only when tried again'],
    });
  }
  sayAll('Passed only when tried again:', total.retried);
  sayAll('Failed:', total.failures);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  say(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});

function readArguments(args) {
  let [offered, isProfiled] = [steps, false];
  let changes;
  let only;
  const vitestArgs = [];
  while (args.length > 0) {
    const argument = args.shift();
    if (argument === '--all') offered = [...steps, ...furtherSteps];
    else if (argument === '--profile') isProfiled = true;
    else if (/^--changed(=|$)/.test(argument)) changes = readChanges(argument.split('=')[1]);
    else if (argument === '--only') only = args.shift()?.split(',') ?? [];
    else vitestArgs.push(argument);
  }
  return { chosen: only ? chooseSteps(only) : offered, vitestArgs, changes, isProfiled };
}

function readChanges(ref) {
  const changes = changesSince(ref);
  say(`Compared with ${changes.title}: ${changes.files.length} changed files.`);
  return changes;
}

function chooseSteps(only) {
  const known = [...steps, ...furtherSteps, ...namedSteps];
  const unknown = only.filter((name) => !known.some((step) => step.name === name));
  const names = known.map((step) => step.name).join(', ');
  if (only.length === 0 || unknown.length > 0) fail(`--only takes names out of: ${names}`);
  return known.filter((step) => only.includes(step.name));
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
