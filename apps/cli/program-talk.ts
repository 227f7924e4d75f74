import type { Command } from 'commander'
import type { Session } from './session.ts'

const about = [
  '[cycle or task]',
  'id of a cycle or task, or its beginning or end; by default the newest cycle of the project of this folder',
] as const

const cycle = [
  '[cycle]',
  'id of a cycle, or its beginning or end; by default the newest of the project of this folder',
] as const

/** The commands by which people say something about work. */
export const addTalk = (program: Command, session: Session): void => {
  program
    .command('steer')
    .description('say something to the agent of a cycle: at work it reads it at its next step')
    .argument('<words>', 'what to say')
    .argument(...cycle)
    .action(async (words: string, id: string | undefined) =>
      (await import('./commands/talk.ts')).steer(session, words, id),
    )
  program
    .command('messages')
    .description('the conversation of a cycle')
    .argument(...cycle)
    .action(async (id: string | undefined) => (await import('./commands/talk.ts')).messages(session, id))
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
