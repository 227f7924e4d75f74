import { type Command, Option } from 'commander'
import { project, several } from './options.ts'
import type { Session } from '../session.ts'
import { addCommand, addCommands, byDefault, commandsIn } from './command-table.ts'

const fromWorkspace = commandsIn(() => import('../commands/people/workspace.ts'))
const fromPolicies = commandsIn(() => import('../commands/projects/policies.ts'))
const fromBudget = commandsIn(() => import('../commands/models/budget.ts'))

/** Commands about a workspace's name, and its format for days and numbers. */
export const addWorkspace = (program: Command, session: Session): void => {
  const workspace = program.command('workspace').description('name, time zone and locale of the workspace')
  addCommands(workspace, session, [
    ['show', 'the present values', fromWorkspace('showWorkspace'), byDefault],
    [
      'set',
      'change them, as an administrator',
      fromWorkspace('setWorkspace'),
      ['--name <name>', 'the new name of the workspace'],
      ['--time-zone <zone>', 'its time zone, such as Europe/Berlin'],
      ['--locale <locale>', 'locale of dates and numbers, such as en-GB'],
    ],
  ])
}

const approvalChoices = ['yes', 'no', 'unset']

/** The commands about what projects may do and cost. */
export const addPolicies = (program: Command, session: Session): void => {
  const policies = program.command('policies').description('the policies of projects without their own')
  addCommands(policies, session, [
    [
      'show',
      'each policy, and its source',
      fromPolicies('showPolicies'),
      byDefault,
      ['--project <name or id>', 'the policies in force in this project'],
    ],
    [
      'set',
      'set policies of the workspace, as an administrator',
      fromPolicies('setPolicies'),
      new Option('--requires-approval <choice>', 'whether the agency approves each change').choices(approvalChoices),
      [
        '--review <policy>',
        'such as checked=merge or unverified=refuse; checked= for the default; more than once',
        several,
      ],
      ['--approval <deadline>', 'remind=<hours> or expire=<hours>; 0 for never; remind= for the default', several],
    ],
    ['inherit', 'remove a project’s own policies', fromPolicies('inheritPolicies'), project],
  ])
  addCommand(program, session, [
    'budget',
    'the caps and the spending of a project, a cycle or the workspace',
    fromBudget('budget'),
    ['--cap <dollars>', 'cap of all its runs together, from now on'],
    ['--no-cap', 'go back to the inherited cap'],
    ['--workspace', 'the workspace’s cap'],
    ['--cycle <cycle>', 'the cap of a cycle'],
    ['--each-project <dollars>', 'with --workspace: the cap that projects inherit; none for no cap'],
    ['--each-cycle <dollars>', 'with --workspace: the cap that cycles inherit; none for no cap'],
    project,
  ])
}
