import type { Command } from 'commander'
import type { OrderOptions, RoadmapOptions } from './commands/roadmap.ts'
import { project } from './program-options.ts'
import type { Session } from './session.ts'

/** The commands about what a project does by itself, cycle by cycle. */
export const addRoadmap = (program: Command, session: Session): void => {
  program
    .command('start')
    .description('let a project work through its roadmap by itself')
    .option(...project)
    .action(async (options: RoadmapOptions) => (await import('./commands/roadmap.ts')).startProject(session, options))
  const roadmap = program.command('roadmap').description('what a project has done, does and does next')
  roadmap
    .command('show', { isDefault: true })
    .description('what is done, what runs, and the drafts in their order')
    .option(...project)
    .action(async (options: RoadmapOptions) => (await import('./commands/roadmap.ts')).roadmap(session, options))
  roadmap
    .command('order')
    .description('put drafts first among those that are as urgent')
    .argument('<cycle...>', 'drafts in their order: ids, or their beginnings or ends')
    .option('--urgency <tier>', 'how urgent they are from now on: 1 for the most urgent, to 4')
    .option(...project)
    .action(async (named: string[], options: OrderOptions) =>
      (await import('./commands/roadmap.ts')).orderRoadmap(session, named, options),
    )
}
