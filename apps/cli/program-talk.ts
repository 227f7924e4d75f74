import type { Command } from 'commander'
import type { AttachmentsOptions } from './commands/attachments.ts'
import type { SteerOptions } from './commands/talk.ts'
import { several } from './program-options.ts'
import type { Session } from './session.ts'

const about = [
  '[cycle or task]',
  'id of a cycle or task, or its beginning or end; by default the newest cycle of the project of this folder',
] as const

const cycle = [
  '[cycle]',
  'id of a cycle, or its beginning or end; by default the newest of the project of this folder',
] as const

const project = ['--project <name or id>', 'the project; by default the one of this folder'] as const

/** The commands by which people say something about work. */
export const addTalk = (program: Command, session: Session): void => {
  program
    .command('steer')
    .description('say something to the agent of a cycle: at work it reads it at its next step')
    .argument('<words>', 'what to say')
    .argument(...cycle)
    .option('--attach <file>', 'a file that comes with it; may be given more than once', several)
    .action(async (words: string, id: string | undefined, options: SteerOptions) =>
      (await import('./commands/talk.ts')).steer(session, words, id, options),
    )
  program
    .command('attach')
    .description('add a file to the proposal of a cycle; agents are given its text as material')
    .argument('<file>', 'a file of this machine: a PDF, a picture, an office file, a text')
    .argument(...cycle)
    .action(async (file: string, id: string | undefined) =>
      (await import('./commands/attachments.ts')).attach(session, file, id),
    )
  program
    .command('attachments')
    .description('the files of a cycle, and what agents read of them')
    .argument(...cycle)
    .option('--parse <file>', 'first have this one parsed, by its id or the beginning or end of it')
    .option('--remove <file>', 'first remove this one')
    .action(async (id: string | undefined, options: AttachmentsOptions) =>
      (await import('./commands/attachments.ts')).attachments(session, id, options),
    )
  program
    .command('ask')
    .description('ask about a cycle and read the answer as it comes, of its agents at work or of a model')
    .argument('<words>', 'what to ask')
    .argument(...cycle)
    .action(async (words: string, id: string | undefined) =>
      (await import('./commands/ask.ts')).ask(session, words, id),
    )
  program
    .command('messages')
    .description('the conversation of a cycle, or of a project')
    .argument(...cycle)
    .option('--project [name or id]', 'the conversation of this project itself; by default of the one of this folder')
    .action(async (id: string | undefined, options: { project?: string | true }) => {
      const talk = await import('./commands/talk.ts')
      return options.project === undefined
        ? talk.messages(session, id)
        : talk.projectMessages(session, nameIn(options.project))
    })
  program
    .command('message')
    .description('say something about a project as a whole, which agents read when their next work begins')
    .argument('<words>', 'what to say')
    .option(...project)
    .action(async (words: string, options: { project?: string }) =>
      (await import('./commands/talk.ts')).message(session, words, options.project),
    )
  program
    .command('threads')
    .description('where people and agents spoke in a project')
    .option(...project)
    .action(async (options: { project?: string }) =>
      (await import('./commands/talk.ts')).threads(session, options.project),
    )
  program
    .command('comment')
    .description('say something about a task, which its agent reads when its next attempt begins')
    .argument('<words>', 'what to say')
    .argument(...about)
    .action(async (words: string, id: string | undefined) =>
      (await import('./commands/talk.ts')).comment(session, words, id),
    )
  program
    .command('comments')
    .description('what people said about a task')
    .argument(...about)
    .action(async (id: string | undefined) => (await import('./commands/talk.ts')).comments(session, id))
}

const nameIn = (given: string | true) => (given === true ? undefined : given)
