import type { Command } from 'commander'
import { project } from './program-options.ts'
import type { Session } from './session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromRepos = commandsIn(() => import('./commands/projects/repos.ts'))

/** The commands about the repositories of a project. */
export const addRepos = (program: Command, session: Session): void => {
  const repos = program.command('repos').description('the repositories of a project; cycles work in its primary one')
  const one = ['<repository>', 'its full name, label or id'] as const
  addCommands(repos, session, [
    ['list', 'all of them, the primary one first', fromRepos('listRepos'), byDefault, project],
    [
      'attach',
      'attach one of a code host, an empty one on this server, or one from a bundle',
      fromRepos('attachRepo'),
      project,
      ['[owner/name]', 'host of the repository, which is recorded and not connected'],
      ['--empty', 'a new one without files'],
      ['--bundle <file>', 'a git bundle with the whole history'],
      ['--branch <branch>', 'the branch that work goes to'],
      ['--label <label>', 'a short name'],
    ],
    [
      'set',
      'change its branch or its label',
      fromRepos('setRepo'),
      project,
      one,
      ['--branch <branch>', 'the branch that work goes to'],
      ['--label <label>', 'a short name; an empty one removes it'],
    ],
    ['primary', 'make it the one that cycles work in', fromRepos('makeRepoPrimary'), project, one],
    ['detach', 'detach it; one on this server is purged after 30 days', fromRepos('detachRepo'), project, one],
  ])
}
