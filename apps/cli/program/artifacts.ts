import type { Command } from 'commander'
import { cycle } from './options.ts'
import type { Session } from '../session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromArtifacts = commandsIn(() => import('../commands/work/artifacts.ts'))

const project = ['--project <name or id>', 'in this whole project, instead of one cycle'] as const

/** The commands about files that checks left behind. */
export const addArtifacts = (program: Command, session: Session): void => {
  const artifacts = program.command('artifacts').description('the files that checks left behind')
  addCommands(artifacts, session, [
    [
      'list',
      'the files that checks left behind in a cycle, or in a whole project',
      fromArtifacts('listArtifacts'),
      byDefault,
      cycle,
      project,
    ],
    [
      'get',
      'save one of them',
      fromArtifacts('getArtifact'),
      ['<file>', 'its name in the list'],
      ['--cycle <cycle>', cycle[1]],
      project,
      ['--out <file>', 'where to; by default its own name, in this folder'],
    ],
  ])
}
