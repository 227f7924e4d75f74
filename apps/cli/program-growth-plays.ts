import { Argument, Option, type Command } from 'commander'
import { messageStatuses } from '../../domains/growth/messages/rules.ts'
import { playLanguages } from '../../domains/growth/plays/rules.ts'
import type { ApproveOptions, MessageOptions } from './commands/growth-messages.ts'
import type { CreateOptions } from './commands/growth-plays.ts'
import type { Session } from './session.ts'

/** The commands about plays and their mails. */
export const addPlays = (growth: Command, session: Session): void => {
  const plays = growth.command('plays').description('sequences of mails to leads of a growth project')
  plays
    .command('list')
    .description('the plays of a growth project')
    .argument('<id>', 'the id of the growth project')
    .action(async (id: string) => (await import('./commands/growth-plays.ts')).listPlays(session, id))
  plays
    .command('show')
    .description('a play with its mails and its results')
    .argument('<id>', 'the id of the play')
    .action(async (id: string) => (await import('./commands/growth-plays.ts')).showPlay(session, id))
  plays
    .command('proposals')
    .description('what research runs of a growth project proposed')
    .argument('<id>', 'the id of the growth project')
    .action(async (id: string) => (await import('./commands/growth-plays.ts')).listProposals(session, id))
  plays
    .command('create')
    .description('add a play to a growth project as a draft')
    .argument('<id>', 'the id of the growth project')
    .argument('<name>', 'what it is called')
    .option('--steps <file>', 'its mails, as a JSON list of delayDays, subject and body or brief')
    .option('--audience <text>', 'whom it is for')
    .addOption(new Option('--language <language>', 'the language of its mails').choices(playLanguages))
    .option('--hard-cap <dollars>', 'what its look-ups and drafts may cost')
    .action(async (id: string, name: string, options: CreateOptions) =>
      (await import('./commands/growth-plays.ts')).createPlay(session, id, name, options),
    )
  addMoves(plays, session)
  plays
    .command('assign')
    .description('put leads of the growth project that are in no play into this one')
    .argument('<id>', 'the id of the play')
    .option('--list <id>', 'only leads of this list')
    .option('--limit <count>', 'at most so many')
    .action(async (id: string, options: { readonly list?: string; readonly limit?: string }) =>
      (await import('./commands/growth-plays.ts')).assignLeads(session, id, options),
    )
  plays
    .command('queue')
    .description('let its new leads wait for their mails, and say why others may not')
    .argument('<id>', 'the id of the play')
    .action(async (id: string) => (await import('./commands/growth-plays.ts')).queueLeads(session, id))
  plays
    .command('results')
    .description('what became of each of its leads, as CSV')
    .argument('<id>', 'the id of the play')
    .option('--out <file>', 'the file to write; standard output without it')
    .action(async (id: string, options: { readonly out?: string }) =>
      (await import('./commands/growth-plays.ts')).exportResults(session, id, options),
    )
  addMails(growth, session)
}

const addMoves = (plays: Command, session: Session): void => {
  plays
    .command('launch')
    .description('let it send, or go on')
    .argument('<id>', 'the id of the play')
    .option('--acknowledge-gdpr', 'say in your name that there is a lawful basis to write to its leads')
    .action(async (id: string, options: { readonly acknowledgeGdpr?: boolean }) =>
      (await import('./commands/growth-plays.ts')).launchPlay(session, id, options),
    )
  plays
    .command('pause')
    .description('let it send nothing for a while')
    .argument('<id>', 'the id of the play')
    .action(async (id: string) => (await import('./commands/growth-plays.ts')).pausePlay(session, id))
  plays
    .command('archive')
    .description('end it for good')
    .argument('<id>', 'the id of the play')
    .action(async (id: string) => (await import('./commands/growth-plays.ts')).archivePlay(session, id))
}

const addMails = (growth: Command, session: Session): void => {
  growth
    .command('drafts')
    .description('write the mails of a play for its leads')
    .argument('<id>', 'the id of the play')
    .option('--no-wait', 'do not wait until they are written')
    .action(async (id: string, options: { readonly wait?: boolean }) =>
      (await import('./commands/growth-plays.ts')).writeDrafts(session, id, options),
    )
  growth
    .command('messages')
    .description('the mails of a growth project, drafts too, newest first')
    .argument('<id>', 'the id of the growth project')
    .option('--play <id>', 'only mails of this play')
    .option('--lead <id>', 'only mails to and from this lead')
    .addOption(new Option('--status <status>', 'only mails of this status').choices(messageStatuses))
    .action(async (id: string, options: MessageOptions) =>
      (await import('./commands/growth-messages.ts')).listMessages(session, id, options),
    )
  growth
    .command('approve')
    .description('approve a drafted mail, edited where you like, or all drafts as they are, so that they are sent')
    .argument('[id]', 'the id of the mail')
    .option('--subject <text>', 'another subject')
    .option('--body <text>', 'another text')
    .option('--all <project>', 'every draft of this growth project, at most 1,000')
    .option('--play <id>', 'with --all: only drafts of this play')
    .action(async (id: string | undefined, options: ApproveOptions) =>
      (await import('./commands/growth-messages.ts')).approveMessage(session, id, options),
    )
  growth
    .command('discard')
    .description('cancel a mail that was not sent; the sequence goes on with the one after it')
    .argument('<id>', 'the id of the mail')
    .action(async (id: string) => (await import('./commands/growth-messages.ts')).discardMessage(session, id))
  growth
    .command('resolve')
    .description('say whether a mail of unknown delivery went out')
    .argument('<id>', 'the id of the mail')
    .addArgument(new Argument('<outcome>', 'what you found out').choices(['delivered', 'not-delivered']))
    .action(async (id: string, outcome: 'delivered' | 'not-delivered') =>
      (await import('./commands/growth-messages.ts')).resolveMessage(session, id, outcome),
    )
  growth
    .command('spend')
    .description('what data providers cost each play of a growth project')
    .argument('<id>', 'the id of the growth project')
    .action(async (id: string) => (await import('./commands/growth-plays.ts')).showSpend(session, id))
}
