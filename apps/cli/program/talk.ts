import type { Command } from 'commander'
import { cycle, several } from './options.ts'
import type { Session } from '../session.ts'
import { addCommands, commandsIn } from './command-table.ts'

const fromTalk = commandsIn(() => import('../commands/work/talk.ts'))
const fromAttachments = commandsIn(() => import('../commands/work/attachments.ts'))
const fromAsk = commandsIn(() => import('../commands/work/ask.ts'))

const about = [
  '[cycle or task]',
  'id of a cycle or task, or its beginning or end; by default the newest cycle of the project of this folder',
] as const

const project = ['--project <name or id>', 'the project; by default the one of this folder'] as const

/** The commands by which people comment on work. */
export const addTalk = (program: Command, session: Session): void => {
  addCommands(program, session, [
    [
      'steer',
      'send a message to the agent of a cycle: at work it reads it at its next step',
      fromTalk('steer'),
      ['<words>', 'the message'],
      cycle,
      ['--attach <file>', 'a file that comes with it; may be given more than once', several],
    ],
    [
      'attach',
      'add a file to the proposal of a cycle; agents get its text as material',
      fromAttachments('attach'),
      ['<file>', 'a file of this machine: a PDF, a picture, an office file, a text'],
      cycle,
    ],
    [
      'attachments',
      'the files of a cycle, and what agents read of them',
      fromAttachments('attachments'),
      cycle,
      ['--parse <file>', 'first have this one parsed, by its id or the beginning or end of it'],
      ['--remove <file>', 'first remove this one'],
    ],
    [
      'ask',
      'ask about a cycle and read the answer as it comes, of its agents at work or of a model',
      fromAsk('ask'),
      ['<words>', 'the question'],
      cycle,
    ],
  ])
  program
    .command('messages')
    .description('the conversation of a cycle, or of a project')
    .argument(...cycle)
    .option('--project [name or id]', 'the conversation of this project itself; by default of the one of this folder')
    .action(async (id: string | undefined, options: { project?: string | true }) => {
      const talk = await import('../commands/work/talk.ts')
      return options.project === undefined
        ? talk.messages(session, id)
        : talk.projectMessages(session, nameIn(options.project))
    })
  addCommands(program, session, [
    [
      'message',
      'send a message about a project as a whole, which agents read when their next work begins',
      fromTalk('message'),
      ['<words>', 'the message'],
      project,
    ],
    ['threads', 'the conversations of people and agents in a project', fromTalk('threads'), project],
    [
      'comment',
      'comment on a task; its agent reads it when its next attempt begins',
      fromTalk('comment'),
      ['<words>', 'the message'],
      about,
    ],
    ['comments', 'the messages of people about a task', fromTalk('comments'), about],
  ])
}

const nameIn = (given: string | true) => (given === true ? undefined : given)
