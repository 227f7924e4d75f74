import type { Command } from 'commander'
import type { Session } from './session.ts'

const about = [
  '[cycle or task]',
  'id of a cycle or task, or its beginning or end; by default the newest cycle of the project of this folder',
] as const

/** The commands by which people say something about work. */
export const addTalk = (program: Command, session: Session): void => {
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
