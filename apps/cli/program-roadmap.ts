import type { Command } from 'commander'
import { project } from './program-options.ts'
import type { Session } from './session.ts'
import { addCommand, addCommands, byDefault, commandsIn } from './command-table.ts'

const fromRoadmap = commandsIn(() => import('./commands/work/roadmap.ts'))

/** The commands about what a project does by itself, cycle by cycle. */
export const addRoadmap = (program: Command, session: Session): void => {
  addCommand(program, session, [
    'start',
    'let a project work through its roadmap by itself',
    fromRoadmap('startProject'),
    project,
  ])
  const roadmap = program.command('roadmap').description('the past, present and next cycles of a project')
  addCommands(roadmap, session, [
    ['show', 'completed and running cycles, and the drafts in their order', fromRoadmap('roadmap'), byDefault, project],
    [
      'order',
      'put drafts first among those that are as urgent',
      fromRoadmap('orderRoadmap'),
      ['<cycle...>', 'drafts in their order: ids, or their beginnings or ends'],
      ['--urgency <tier>', 'how urgent they are from now on: 1 for the most urgent, to 4'],
      project,
    ],
  ])
}
