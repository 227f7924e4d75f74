import type { Command } from 'commander'
import type { AttachOptions, RepoOptions } from './commands/repos.ts'
import type { Session } from './session.ts'

/** The commands about the repositories of a project. */
export const addRepos = (program: Command, session: Session): void => {
  const repos = program.command('repos').description('the repositories of a project; cycles work in its primary one')
  const command = (name: string, description: string, isDefault = false) =>
    repos
      .command(name, { isDefault })
      .description(description)
      .option('--project <name or id>', 'which project; by default the one that this folder was imported as')
  const one = ['<repository>', 'its full name, label or id'] as const
  command('list', 'all of them, the primary one first', true).action(async (options: RepoOptions) =>
    (await import('./commands/repos.ts')).listRepos(session, options),
  )
  command('attach', 'attach one of a code host, an empty one on this server, or one from a bundle')
    .argument('[owner/name]', 'of a code host, which is noted and not connected')
    .option('--empty', 'a new one without files')
    .option('--bundle <file>', 'a git bundle with the whole history')
    .option('--branch <branch>', 'the branch that work goes to')
    .option('--label <label>', 'a short name')
    .action(async (name: string | undefined, options: AttachOptions) =>
      (await import('./commands/repos.ts')).attachRepo(session, name, options),
    )
  command('set', 'change its branch or its label')
    .argument(...one)
    .option('--branch <branch>', 'the branch that work goes to')
    .option('--label <label>', 'a short name; an empty one takes it away')
    .action(async (named: string, options: RepoOptions) =>
      (await import('./commands/repos.ts')).setRepo(session, named, options),
    )
  command('primary', 'make it the one that cycles work in')
    .argument(...one)
    .action(async (named: string, options: RepoOptions) =>
      (await import('./commands/repos.ts')).makeRepoPrimary(session, named, options),
    )
  command('detach', 'detach it; one on this server is purged after 30 days')
    .argument(...one)
    .action(async (named: string, options: RepoOptions) =>
      (await import('./commands/repos.ts')).detachRepo(session, named, options),
    )
}
