import { Argument, Option, type Command } from 'commander'
import { messageStatuses } from '../../domains/growth/messages/rules.ts'
import { playLanguages } from '../../domains/growth/plays/rules.ts'
import type { Session } from './session.ts'
import { addCommands, commandsIn } from './command-table.ts'

const fromGrowthPlays = commandsIn(() => import('./commands/growth/plays.ts'))
const fromGrowthMessages = commandsIn(() => import('./commands/growth/messages.ts'))

const ofProject = ['<id>', 'the id of the growth project'] as const
const ofPlay = ['<id>', 'the id of the play'] as const
const ofMail = ['<id>', 'the id of the mail'] as const

/** The commands about plays and their mails. */
export const addPlays = (growth: Command, session: Session): void => {
  const plays = growth.command('plays').description('sequences of mails to leads of a growth project')
  addCommands(plays, session, [
    ['list', 'the plays of a growth project', fromGrowthPlays('listPlays'), ofProject],
    ['show', 'a play with its mails and its results', fromGrowthPlays('showPlay'), ofPlay],
    ['proposals', 'the proposals of a growth project’s research runs', fromGrowthPlays('listProposals'), ofProject],
    [
      'create',
      'add a play to a growth project as a draft',
      fromGrowthPlays('createPlay'),
      ofProject,
      ['<name>', 'its name'],
      ['--steps <file>', 'its mails, as a JSON list of delayDays, subject and body or brief'],
      ['--audience <text>', 'whom it is for'],
      new Option('--language <language>', 'the language of its mails').choices(playLanguages),
      ['--hard-cap <dollars>', 'cap of its look-ups and drafts'],
    ],
  ])
  addMoves(plays, session)
  addCommands(plays, session, [
    [
      'assign',
      'put leads of the growth project that are in no play into this one',
      fromGrowthPlays('assignLeads'),
      ofPlay,
      ['--list <id>', 'only leads of this list'],
      ['--limit <count>', 'at most so many'],
    ],
    [
      'queue',
      'let its new leads wait for their mails, and say why others may not',
      fromGrowthPlays('queueLeads'),
      ofPlay,
    ],
    [
      'results',
      'the result of each of its leads, as CSV',
      fromGrowthPlays('exportResults'),
      ofPlay,
      ['--out <file>', 'the file to write; standard output without it'],
    ],
  ])
  addMails(growth, session)
}

const addMoves = (plays: Command, session: Session): void => {
  addCommands(plays, session, [
    [
      'launch',
      'let it send, or go on',
      fromGrowthPlays('launchPlay'),
      ofPlay,
      ['--acknowledge-gdpr', 'say in your name that there is a lawful basis to write to its leads'],
    ],
    ['pause', 'let it send nothing for a while', fromGrowthPlays('pausePlay'), ofPlay],
    ['archive', 'end it for good', fromGrowthPlays('archivePlay'), ofPlay],
  ])
}

const addMails = (growth: Command, session: Session): void => {
  addCommands(growth, session, [
    [
      'drafts',
      'write the mails of a play for its leads',
      fromGrowthPlays('writeDrafts'),
      ofPlay,
      ['--no-wait', 'do not wait until they are written'],
    ],
    [
      'messages',
      'the mails of a growth project, drafts too, newest first',
      fromGrowthMessages('listMessages'),
      ofProject,
      ['--play <id>', 'only mails of this play'],
      ['--lead <id>', 'only mails to and from this lead'],
      new Option('--status <status>', 'only mails of this status').choices(messageStatuses),
    ],
    [
      'approve',
      'approve a drafted mail, edited where you like, or all drafts as they are, so that they are sent',
      fromGrowthMessages('approveMessage'),
      ['[id]', 'the id of the mail'],
      ['--subject <text>', 'another subject'],
      ['--body <text>', 'another text'],
      ['--all <project>', 'every draft of this growth project, at most 1,000'],
      ['--play <id>', 'with --all: only drafts of this play'],
    ],
    [
      'discard',
      'cancel a mail that was not sent; the sequence continues with the next one',
      fromGrowthMessages('discardMessage'),
      ofMail,
    ],
    [
      'resolve',
      'say whether a mail of unknown delivery went out',
      fromGrowthMessages('resolveMessage'),
      ofMail,
      new Argument('<outcome>', 'your findings').choices(['delivered', 'not-delivered']),
    ],
    ['spend', 'the cost of data providers for each play of a growth project', fromGrowthPlays('showSpend'), ofProject],
  ])
}
