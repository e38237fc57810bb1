// `cellar upload` and `cellar download`: a client of any Cellar site. They need no library on this machine.
import { extraKinds } from '@cellar/contract/transfer/rules/extras.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createTerminalLine } from '#platform/terminal-line.ts';
import { ClientError, exitInterrupted, explainFailure } from './failures.ts';
import type { ClientContext } from './upload-file.ts';

interface SiteOptions {
  url: URL;
  token: string;
}

const exitCodes = `
Exit codes:
  0    done
  1    refused or failed; trying again does not help
  75   the server can't be reached or is busy; run the command again later, and it continues
  130  stopped by Ctrl-C; run the command again, and it continues

Other users of the machine can see a token on the command line. The variable CELLAR_TOKEN is safer.`;

export function addClientCommands(program: Command): void {
  siteOptions(program.command('upload'))
    .description('send archives, updates or extras to a Cellar site; continues what was interrupted')
    .argument('<files...>', 'files to send')
    .option('--title <title>', 'title of the game; by default the site makes it from the name of the file')
    .option('--platform <platform>', 'for example Windows; by default it is taken from the name of the file')
    .option('--replace', 'replace the file that the game has for this platform')
    .addOption(new Option('--extra <kind>', 'add an extra to the game').choices(extraKinds))
    .option('--name <name>', 'name of the extra; by default that of the file')
    .option('--extra-version <version>', 'version of the extra')
    .action((files: string[], { extraVersion: version, ...options }) =>
      run(options, async (context) => {
        const { uploadAll } = await import('./upload-command.ts');
        await uploadAll(context, files, { ...options, version });
      }),
    );

  siteOptions(program.command('download'))
    .description('download a game from a Cellar site; continues what was interrupted')
    .argument('<game>', 'title or id of a game, or the address of its page')
    .option('--platform <platform>', 'needed if the game has files for several platforms')
    .option('--output <path>', 'file or folder; by default the current folder')
    .option('--force', 'replace another file of the same name')
    .action((game: string, options, command: Command) => {
      const page = gamePage(game);
      return run({ ...options, url: options.url || page?.url }, async (context) => {
        if (page) refuseOtherSite(page.url, options.url, command);
        const { download } = await import('./download-command.ts');
        await download(context, page?.id ?? game, options);
      });
    });
}

function siteOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'address of the site').env('CELLAR_URL').argParser((value) => {
        // An empty variable is like none.
        if (value === '') return value;
        const url = URL.parse(value);
        if (url && /^https?:$/.test(url.protocol)) return url;
        throw new InvalidArgumentError('It must begin with https:// or http://.');
      }),
    )
    .addOption(new Option('--token <token>', 'API token of your account').env('CELLAR_TOKEN'))
    .addHelpText('after', exitCodes);
}

/** The token of the environment goes only to the site of the environment. @throws ClientError */
function refuseOtherSite({ origin }: URL, site: URL | '' | undefined, command: Command): void {
  if (site && site.origin !== origin)
    throw new ClientError(`${origin} is not the site of CELLAR_URL or --url.`);
  if (!site && command.getOptionValueSource('token') === 'env') {
    throw new ClientError('Please set CELLAR_URL too, so that CELLAR_TOKEN is sent to your own site only.');
  }
}

/** Returns site and id of the address of a game's page. */
function gamePage(game: string): { url: URL; id: string } | undefined {
  const url = URL.parse(game);
  const id = /^\/(?:admin\/)?game\/([\w-]+)/.exec(url?.pathname ?? '')?.[1];
  return url && id !== undefined && /^https?:$/.test(url.protocol) ? { url, id } : undefined;
}

/** Runs a command until it ends or Ctrl-C stops it, and sets the exit code. */
async function run(
  { url, token }: Partial<SiteOptions>,
  work: (context: ClientContext) => Promise<void>,
): Promise<void> {
  const line = createTerminalLine(process.stderr);
  const stop = new AbortController();
  // A second Ctrl-C ends the process at once.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const { signal } = stop;
  try {
    if (!url) throw new ClientError('Give the address of the site: --url, or the variable CELLAR_URL.');
    if (!token) throw new ClientError('Give an API token: the variable CELLAR_TOKEN, or --token.');
    if (isUnencrypted(url))
      line.note(`${url.origin} is not encrypted: others can read the token on its way.`);
    const { connect } = await import('./connection.ts');
    const connection = connect({ url, token, signal });
    try {
      await work({ connection, line, signal, note: line.note });
    } finally {
      await connection.close();
    }
  } catch (error) {
    const failure = signal.aborted
      ? new ClientError('Stopped. Run the same command again to continue.', exitInterrupted)
      : explainFailure(error);
    if (!failure) {
      line.end();
      throw error;
    }
    line.note(failure.message);
    process.exitCode = failure.exitCode;
  }
}

function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
