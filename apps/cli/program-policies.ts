import { type Command, Option } from 'commander'
import { project, several } from './program-options.ts'
import type { Session } from './session.ts'
import { addCommand, addCommands, byDefault, commandsIn } from './command-table.ts'

const fromWorkspace = commandsIn(() => import('./commands/workspace.ts'))
const fromPolicies = commandsIn(() => import('./commands/policies.ts'))
const fromBudget = commandsIn(() => import('./commands/budget.ts'))

/** The commands about what a workspace is called, and how it counts days and writes numbers. */
export const addWorkspace = (program: Command, session: Session): void => {
  const workspace = program.command('workspace').description('name, time zone and locale of the workspace')
  addCommands(workspace, session, [
    ['show', 'what they are', fromWorkspace('showWorkspace'), byDefault],
    [
      'set',
      'change them, as an administrator',
      fromWorkspace('setWorkspace'),
      ['--name <name>', 'what the workspace is called'],
      ['--time-zone <zone>', 'in which its days begin, such as Europe/Berlin'],
      ['--locale <locale>', 'how dates and numbers are written, such as en-GB'],
    ],
  ])
}

/** The commands about what projects may do and cost. */
export const addPolicies = (program: Command, session: Session): void => {
  const policies = program.command('policies').description('what holds in projects that say nothing themselves')
  addCommands(policies, session, [
    [
      'show',
      'each policy, and who says it',
      fromPolicies('showPolicies'),
      byDefault,
      ['--project <name or id>', 'those that hold in this project'],
    ],
    [
      'set',
      'set policies of the workspace, as an administrator',
      fromPolicies('setPolicies'),
      new Option('--requires-approval <choice>', 'whether the agency approves each change').choices([
        'yes',
        'no',
        'unset',
      ]),
      [
        '--review <policy>',
        'such as checked=merge or unverified=refuse; checked= says nothing; more than once',
        several,
      ],
      ['--approval <deadline>', 'remind=<hours> or expire=<hours>; 0 for never; remind= says nothing', several],
    ],
    ['inherit', 'have a project forget its own policies', fromPolicies('inheritPolicies'), project],
  ])
  addCommand(program, session, [
    'budget',
    'what a project, a cycle or the workspace may cost, and has cost',
    fromBudget('budget'),
    ['--cap <dollars>', 'what all its runs may cost together, from now on'],
    ['--no-cap', 'go back to the cap that is inherited'],
    ['--workspace', 'that of the workspace'],
    ['--cycle <cycle>', 'that of a cycle'],
    ['--each-project <dollars>', 'with --workspace: what projects inherit; none for nothing'],
    ['--each-cycle <dollars>', 'with --workspace: what cycles inherit; none for nothing'],
    project,
  ])
}
