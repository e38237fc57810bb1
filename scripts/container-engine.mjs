// Finds an engine for containers (Docker, or Podman with Buildah), and calls it. Used by test-container.mjs.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, keepLog } from './report.mjs';
import { root } from './runtime.mjs';

/**
 * Returns the first engine that works here, or the one named by `wanted`. Fails with one line if there is none.
 * `options` are additional options for building and for running: for example `--network=host`, where containers have no
 * network of their own.
 */
export function findEngine(wanted, options) {
  const candidates = wanted ? [wanted] : ['docker', 'podman'];
  const program = candidates.find((name) => call(name, ['info']).status === 0);
  if (program) return engineOf(program, options);
  return fail(
    wanted
      ? `CONTAINER_ENGINE is wrong: ${wanted} is not installed, or it is not running.`
      : 'No engine for containers was found: install Docker and start it, or install Podman with Buildah.',
  );
}

function engineOf(program, { build, run }) {
  const ask = (...args) => {
    const { status, stdout, stderr, error } = call(program, args);
    if (status !== 0) fail(`${program} ${args[0]} failed: ${(stderr || error?.message || stdout).trim()}`);
    return stdout.trim();
  };
  return {
    program,
    ask,
    /** Returns whether a command in the container succeeds. */
    succeeds: (...args) => call(program, args).status === 0,
    /** Builds the image of this folder. The base image is fetched only if it is missing. */
    build(image, ...args) {
      const all = [...buildCommands[program], '--tag', image, ...args, ...build, root];
      const { status, stdout, stderr, error } = call(all[0], all.slice(1));
      if (status === 0) return;
      fail(
        `The image was not built. Details: ${keepLog('container-build.log', `${stdout}${stderr}${error ?? ''}`)}`,
      );
    },
    /** Runs a command in a new container, and returns its output. `options` are for the engine. */
    run: (image, command, options = []) => ask('run', '--rm', ...options, ...run, image, ...command),
    /** Starts a container in the background. */
    start: (name, image, ...args) => ask('run', '--detach', '--name', name, ...args, ...run, image),
    /** Resolves when the engine calls the container healthy. */
    async untilHealthy(name) {
      const format = '{{.State.Status}} {{.State.Health.Status}}';
      for (;;) {
        // Without systemd, Podman does not run health checks regularly.
        if (program === 'podman') call(program, ['healthcheck', 'run', name]);
        const state = ask('inspect', '--format', format, name);
        if (state === 'running healthy') return;
        if (state !== 'running starting') fail(`The container is ${state}:\n${logsOf(program, name)}`);
        await sleep(100);
      }
    },
  };
}

// Buildah's own format knows no health checks.
const buildCommands = {
  docker: ['docker', 'build'],
  podman: ['buildah', 'build', '--format=docker', '--pull=false', '--layers'],
};

function logsOf(program, name) {
  const { stdout, stderr } = call(program, ['logs', '--tail=20', name]);
  return `${stdout}${stderr}`.trim();
}

function call(program, args) {
  return spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
