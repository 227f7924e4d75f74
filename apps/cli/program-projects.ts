import type { Command } from 'commander'
import type { SetOptions } from './commands/project.ts'
import type { Session } from './session.ts'

const project = [
  '--project <name or id>',
  'which project; by default the one that this folder was imported as',
] as const

const several = (value: string, before: readonly string[] = []) => [...before, value]

/** The commands about how a project is set up and checked. */
export const addProjects = (program: Command, session: Session): void => {
  const projects = program.command('project').description('how a project is set up and checked')
  projects
    .command('show')
    .description('the commands that set a project up and check it')
    .option(...project)
    .action(async (options: { readonly project?: string }) =>
      (await import('./commands/project.ts')).showProject(session, options),
    )
  projects
    .command('set')
    .description('set those commands, in the place of what the files of the project say')
    .option(...project)
    .option('--setup <command>', 'installs packages, with all files and no network; an empty one switches setup off')
    .option('--fetch <command>', 'gets packages, with a network and with manifests and lock files alone')
    .option('--check <command>', 'a check, as name=command or a command; more than once for several', several)
    .option('--derive', 'forget all of them, and do what the files say')
    .action(async (options: SetOptions) => (await import('./commands/project.ts')).setProject(session, options))
}
