import { type Command, Option } from 'commander'
import type { BudgetOptions } from './commands/budget.ts'
import type { PoliciesOptions, SetPoliciesOptions } from './commands/policies.ts'
import type { SetWorkspaceOptions } from './commands/workspace.ts'
import { project, several } from './program-options.ts'
import type { Session } from './session.ts'

/** The commands about what a workspace is called, and how it counts days and writes numbers. */
export const addWorkspace = (program: Command, session: Session): void => {
  const workspace = program.command('workspace').description('name, time zone and locale of the workspace')
  workspace
    .command('show', { isDefault: true })
    .description('what they are')
    .action(async () => (await import('./commands/workspace.ts')).showWorkspace(session))
  workspace
    .command('set')
    .description('change them, as an administrator')
    .option('--name <name>', 'what the workspace is called')
    .option('--time-zone <zone>', 'in which its days begin, such as Europe/Berlin')
    .option('--locale <locale>', 'how dates and numbers are written, such as en-GB')
    .action(async (options: SetWorkspaceOptions) =>
      (await import('./commands/workspace.ts')).setWorkspace(session, options),
    )
}

/** The commands about what projects may do and cost. */
export const addPolicies = (program: Command, session: Session): void => {
  const policies = program.command('policies').description('what holds in projects that say nothing themselves')
  policies
    .command('show', { isDefault: true })
    .description('each policy, and who says it')
    .option('--project <name or id>', 'those that hold in this project')
    .action(async (options: PoliciesOptions) => (await import('./commands/policies.ts')).showPolicies(session, options))
  policies
    .command('set')
    .description('set policies of the workspace, as an administrator')
    .addOption(
      new Option('--requires-approval <choice>', 'whether the agency approves each change').choices([
        'yes',
        'no',
        'unset',
      ]),
    )
    .option(
      '--review <policy>',
      'such as checked=merge or unverified=refuse; checked= says nothing; more than once',
      several,
    )
    .option('--approval <deadline>', 'remind=<hours> or expire=<hours>; 0 for never; remind= says nothing', several)
    .action(async (options: SetPoliciesOptions) =>
      (await import('./commands/policies.ts')).setPolicies(session, options),
    )
  policies
    .command('inherit')
    .description('have a project forget its own policies')
    .option(...project)
    .action(async (options: PoliciesOptions) =>
      (await import('./commands/policies.ts')).inheritPolicies(session, options),
    )
  program
    .command('budget')
    .description('what a project, a cycle or the workspace may cost, and has cost')
    .option('--cap <dollars>', 'what all its runs may cost together, from now on')
    .option('--no-cap', 'go back to the cap that is inherited')
    .option('--workspace', 'that of the workspace')
    .option('--cycle <cycle>', 'that of a cycle')
    .option('--each-project <dollars>', 'with --workspace: what projects inherit; none for nothing')
    .option('--each-cycle <dollars>', 'with --workspace: what cycles inherit; none for nothing')
    .option(...project)
    .action(async (options: BudgetOptions) => (await import('./commands/budget.ts')).budget(session, options))
}
