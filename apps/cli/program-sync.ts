import { Option, type Command } from 'commander'
import { project } from './program-options.ts'
import type { PullOptions } from './pull/pull-path.ts'
import type { Session } from './session.ts'
import type { PushOptions } from './sync/push-path.ts'

const path = ['[path]', 'a folder in a git repository', '.'] as const

const dryRun = ['--dry-run', 'say what would move, and move nothing'] as const

/** The commands that keep a checkout and its project in step. */
export const addSync = (program: Command, session: Session): void => {
  program
    .command('pull')
    .description('get the newest revision into a repository, or into an empty folder')
    .argument(...path)
    .option(...project)
    .option(...dryRun)
    .option('--no-protect', 'leave the project’s files with secrets out')
    .action(async (into: string, options: PullOptions) =>
      (await import('./commands/pull.ts')).pull(session, into, options),
    )
  const sending = (name: 'push' | 'sync', description: string) =>
    program
      .command(name)
      .description(description)
      .argument(...path)
      .option(...project)
      .option(...dryRun)
      .option('--wait', 'wait while an agent is at work on the project')
      .addOption(
        new Option('--on-findings <what>', 'when new commits hold something to review')
          .choices(['keep', 'stop'])
          .default('keep'),
      )
      .option('--protect', 'send new files with secrets, encrypted, without asking')
      .option('--no-protect', 'leave files with secrets out, without asking')
  sending('push', 'make the commits of a repository the next revision of its project').action(
    async (from: string, options: PushOptions) => (await import('./commands/push.ts')).push(session, from, options),
  )
  sending('sync', 'pull what is new in the project, then push what is new here').action(
    async (at: string, options: PushOptions) => (await import('./commands/sync.ts')).sync(session, at, options),
  )
  program
    .command('ssh')
    .description('open a shell in the sandbox of a project, or run a command there')
    .argument('[project]', 'name or id of the project; by default that of this folder')
    .argument('[command...]', 'a command, and its words')
    .action(async (named: string | undefined, words: readonly string[]) =>
      (await import('./commands/ssh.ts')).sshCommand(session, named, words),
    )
}
