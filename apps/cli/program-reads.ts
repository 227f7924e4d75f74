import type { Command } from 'commander'
import type { MetricsOptions } from './commands/metrics.ts'
import type { BranchOptions, ChangesOptions, ShowOptions } from './commands/reads.ts'
import type { SearchOptions } from './commands/search.ts'
import { project } from './program-options.ts'
import type { Session } from './session.ts'

const repo = ['--repo <repository>', 'its full name or id; by default the primary one'] as const
const branch = ['--branch <branch>', 'one that branches lists; by default the default branch'] as const
const task = ['--task <task>', 'as the agent of a task has it now: its id, or the beginning or end of that'] as const

/** The commands that read a project as it is on the server. */
export const addReads = (program: Command, session: Session): void => {
  program
    .command('branches')
    .description('the branches of a project: the default one, and those of its cycles and tasks')
    .option(...repo)
    .option(...project)
    .action(async (options: BranchOptions) => (await import('./commands/reads.ts')).branches(session, options))
  program
    .command('files')
    .description('the files of a branch, without what git ignores')
    .option(...branch)
    .option(...repo)
    .option(...project)
    .action(async (options: BranchOptions) => (await import('./commands/reads.ts')).files(session, options))
  program
    .command('show')
    .description('a file of a branch, or as an agent has it now')
    .argument('<path>', 'relative to the top of the repository')
    .option(...branch)
    .option(...task)
    .option(...repo)
    .option(...project)
    .action(async (path: string, options: ShowOptions) =>
      (await import('./commands/reads.ts')).show(session, path, options),
    )
  program
    .command('changes')
    .description('what agents are working on, and what a branch changed; of one file the patch')
    .argument('[path]', 'relative to the top of the repository')
    .option('--since <commit>', 'full sha of a commit to compare with; by default the default branch')
    .option(...branch)
    .option(...task)
    .option(...repo)
    .option(...project)
    .action(async (path: string | undefined, options: ChangesOptions) =>
      (await import('./commands/reads.ts')).changes(session, path, options),
    )
  program
    .command('metrics')
    .description('how many cycles of a project complete, how long they take, and what is at work')
    .option('--days <days>', 'how far back, 90 by default')
    .option(...project)
    .action(async (options: MetricsOptions) => (await import('./commands/metrics.ts')).metrics(session, options))
  program
    .command('search')
    .description('projects, cycles, tasks and what was said, by words or their beginnings')
    .argument('<words...>', 'what to look for; what has all of them is found')
    .option('--kind <kind>', 'project, cycle, task, message or document')
    .option(...project)
    .action(async (words: string[], options: SearchOptions) =>
      (await import('./commands/search.ts')).search(session, words, options),
    )
}
