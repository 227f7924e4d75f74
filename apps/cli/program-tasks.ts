import type { Command } from 'commander'
import type { EditOptions, TaskOptions } from './commands/tasks.ts'
import type { Session } from './session.ts'

const cycle = [
  '[cycle]',
  'id of a cycle, or its beginning or end; by default the newest of the project of this folder',
] as const
const task = ['<task>', 'number of the task in the cycle, or its id'] as const
const ofCycle = ['--cycle <cycle>', 'the cycle; by default the newest of the project of this folder'] as const
const after = (value: string, all: readonly string[] = []) => [...all, value]

/** The commands about the tasks of a cycle. */
export const addTasks = (program: Command, session: Session): void => {
  const tasks = program.command('tasks').description('the tasks of a cycle, and what each waits for')
  tasks
    .command('list', { isDefault: true })
    .description('the tasks of a cycle, and what each waits for')
    .argument(...cycle)
    .action(async (id: string | undefined) => (await import('./commands/tasks.ts')).listTasks(session, id))
  tasks
    .command('add')
    .description('add a task to a cycle: to the run that is under way, or to the next one')
    .argument('[what]', 'what is to be done')
    .option('--title <title>', 'its title; by default the first line')
    .option('--file <file>', 'read what is to be done from a file')
    .option('--after <task>', 'a task that is merged before it begins; again for each', after)
    .option('--repo <repository>', 'the repository that it is done in, by label or id; by default the primary one')
    .option(...ofCycle)
    .action(async (what: string | undefined, options: TaskOptions) =>
      (await import('./commands/tasks.ts')).addTask(session, what, options),
    )
  tasks
    .command('edit')
    .description('change a task that no agent has begun')
    .argument(...task)
    .option('--title <title>', 'its new title')
    .option('--description <words>', 'what is to be done instead')
    .option('--after <task>', 'what it waits for instead; again for each', after)
    .option('--after-none', 'it waits for nothing any more')
    .option(...ofCycle)
    .action(async (named: string, options: EditOptions) =>
      (await import('./commands/tasks.ts')).editTask(session, named, options),
    )
  tasks
    .command('remove')
    .description('take a task out of a cycle; its agent is stopped')
    .argument(...task)
    .option(...ofCycle)
    .action(async (named: string, options: { cycle?: string }) =>
      (await import('./commands/tasks.ts')).removeTask(session, named, options),
    )
}
