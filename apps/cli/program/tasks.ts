import type { Command } from 'commander'
import { cycle, several } from './options.ts'
import type { Session } from '../session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromTasks = commandsIn(() => import('../commands/work/tasks.ts'))

const task = ['<task>', 'number of the task in the cycle, or its id'] as const
const ofCycle = ['--cycle <cycle>', 'the cycle; by default the newest of the project of this folder'] as const

/** The commands about the tasks of a cycle. */
export const addTasks = (program: Command, session: Session): void => {
  const tasks = program.command('tasks').description('the tasks of a cycle, and what each waits for')
  addCommands(tasks, session, [
    ['list', 'the tasks of a cycle, and what each waits for', fromTasks('listTasks'), byDefault, cycle],
    [
      'add',
      'add a task to a cycle: to the run that is under way, or to the next one',
      fromTasks('addTask'),
      ['[what]', 'what is to be done'],
      ['--title <title>', 'its title; by default the first line'],
      ['--file <file>', 'read what is to be done from a file'],
      ['--after <task>', 'a task that is merged before it begins; again for each', several],
      ['--repo <repository>', 'the repository that it is done in, by label or id; by default the primary one'],
      ofCycle,
    ],
    [
      'edit',
      'change a task that no agent has begun',
      fromTasks('editTask'),
      task,
      ['--title <title>', 'its new title'],
      ['--description <words>', 'the new instructions'],
      ['--after <task>', 'the tasks that it waits for instead; again for each', several],
      ['--after-none', 'it waits for nothing any more'],
      ofCycle,
    ],
    ['remove', 'take a task out of a cycle; its agent is stopped', fromTasks('removeTask'), task, ofCycle],
  ])
}
