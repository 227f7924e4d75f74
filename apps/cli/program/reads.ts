import type { Command } from 'commander'
import { project } from './options.ts'
import type { Session } from '../session.ts'
import { addCommands, commandsIn } from './command-table.ts'

const fromReads = commandsIn(() => import('../commands/work/reads.ts'))
const fromMetrics = commandsIn(() => import('../commands/work/metrics.ts'))
const fromSearch = commandsIn(() => import('../commands/work/search.ts'))

const repo = ['--repo <repository>', 'its full name or id; by default the primary one'] as const
const branch = ['--branch <branch>', 'one that branches lists; by default the default branch'] as const
const task = [
  '--task <task>',
  'the files that the agent of a task has now; the task’s id, or its beginning or end',
] as const

/** The commands that read a project as it is on the server. */
export const addReads = (program: Command, session: Session): void => {
  addCommands(program, session, [
    [
      'branches',
      'the branches of a project: the default one, and those of its cycles and tasks',
      fromReads('branches'),
      repo,
      project,
    ],
    ['files', 'the files of a branch, without what git ignores', fromReads('files'), branch, repo, project],
    [
      'show',
      'a file of a branch, or as an agent has it now',
      fromReads('show'),
      ['<path>', 'relative to the top of the repository'],
      branch,
      task,
      repo,
      project,
    ],
    [
      'changes',
      'the changes that agents are working on, and the changes of a branch; for one file the patch',
      fromReads('changes'),
      ['[path]', 'relative to the top of the repository'],
      ['--since <commit>', 'full sha of a commit to compare with; by default the default branch'],
      branch,
      task,
      repo,
      project,
    ],
    [
      'metrics',
      'how many cycles of a project complete, how long they take, and the work in progress',
      fromMetrics('metrics'),
      ['--days <days>', 'how far back, 90 by default'],
      project,
    ],
    [
      'search',
      'search projects, cycles, tasks, messages and documents, by words or their beginnings',
      fromSearch('search'),
      ['<words...>', 'words to look for; a result has all of them'],
      ['--kind <kind>', 'project, cycle, task, message or document'],
      project,
    ],
  ])
}
