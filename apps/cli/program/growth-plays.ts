import { resolve } from 'node:path'
import { Argument, Option, type Command } from 'commander'
import { messageStatuses } from '../../../domains/growth/messages/rules.ts'
import { playLanguages, type PlayLanguage } from '../../../domains/growth/plays/rules.ts'
import type { createGrowthPlay } from '../../../domains/growth/plays/contract.ts'
import type { Input } from '../client/client.ts'
import { addCommand, addCommands, commandsIn } from './command-table.ts'
import { messageText, playLines, playRow, playText, usd } from '../commands/growth/texts.ts'
import { usage } from '../failure.ts'
import { readJson } from '../files/json-file.ts'
import { operationsOf } from './operation-command.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

const play = operationsOf(async () => (await import('../../../domains/growth/plays/contract.ts')).growthPlays)
const message = operationsOf(async () => (await import('../../../domains/growth/messages/contract.ts')).growthMessages)
const sending = operationsOf(async () => (await import('../../../domains/growth/sending/contract.ts')).growthSending)
const loadProposals = async () => (await import('../../../domains/growth/proposals/contract.ts')).growthProposals
const fromRuns = commandsIn(() => import('../commands/growth/runs.ts'))
const fromApprovals = commandsIn(() => import('../commands/growth/approvals.ts'))

const ofProject = ['<id>', 'the id of the growth project'] as const
const ofPlay = ['<id>', 'the id of the play'] as const
const ofMail = ['<id>', 'the id of the mail'] as const

/** The commands about plays and their mails. */
export const addPlays = (growth: Command, session: Session): void => {
  const plays = growth.command('plays').description('sequences of mails to leads of a growth project')
  addCommands(plays, session, [
    [
      'list',
      'the plays of a growth project',
      play('listGrowthPlays', { each: playRow, none: 'There is no play.' }),
      ofProject,
    ],
    ['show', 'a play with its mails and its results', sending('getGrowthPlay', { print: playLines }), ofPlay],
    [
      'proposals',
      'the proposals of a growth project’s research runs',
      operationsOf(loadProposals)('listGrowthProposalRuns', {
        each: ({ growthRunId, status, playsProposed, playsDropped, costUsd, failure }) => {
          const counts = `${playsProposed} proposed, ${playsDropped} left out, ${usd(costUsd)}`
          return `${growthRunId}  ${status.padEnd(8)}  ${failure === null ? counts : printable(failure.message)}`
        },
        none: 'No research run has proposed plays.',
      }),
      ofProject,
    ],
    [
      'create',
      'add a play to a growth project as a draft',
      play('createGrowthPlay', { input: newPlay, print: playText }),
      ofProject,
      ['<name>', 'its name'],
      ['--steps <file>', 'its mails, as a JSON list of delayDays, subject and body or brief'],
      ['--audience <text>', 'whom it is for'],
      new Option('--language <language>', 'the language of its mails').choices(playLanguages),
      ['--hard-cap <dollars>', 'cap of its look-ups and drafts'],
    ],
    [
      'launch',
      'let it send, or go on',
      fromRuns('launchPlay'),
      ofPlay,
      ['--acknowledge-gdpr', 'say in your name that there is a lawful basis to write to its leads'],
    ],
    ['pause', 'let it send nothing for a while', moved('paused'), ofPlay],
    ['archive', 'end it for good', moved('archived'), ofPlay],
  ])
  addLeadsOfPlay(plays, session)
  addMails(growth, session)
}

interface NewPlay {
  readonly steps?: string
  readonly audience?: string
  readonly language?: PlayLanguage
  readonly hardCap?: string
}

type Steps = NonNullable<NonNullable<Input<typeof createGrowthPlay>['body']>['steps']>

const stepsForm = 'It is a list such as [{ "delayDays": 0, "subject": "Hello", "body": "…" }].'

const newPlay = async ({ cwd }: Session, projectId: string, name: string, options: NewPlay) => {
  const { steps, audience, language, hardCap } = options
  const hardCapUsd = hardCap === undefined ? undefined : Number(hardCap)
  if (hardCapUsd !== undefined && !Number.isFinite(hardCapUsd)) throw usage('--hard-cap is a number of dollars.')
  const mails = steps === undefined ? undefined : await readJson<Steps>(resolve(cwd, steps), stepsForm)
  return { params: { projectId }, body: { name, steps: mails, audience, language, hardCapUsd } }
}

const moved = (status: 'paused' | 'archived') =>
  play('updateGrowthPlay', { input: () => ({ body: { status } }), print: playText })

const addLeadsOfPlay = (plays: Command, session: Session): void => {
  addCommands(plays, session, [
    [
      'assign',
      'put leads of the growth project that are in no play into this one',
      play('assignGrowthLeads', {
        input: (_, playId: string, options: { readonly list?: string; readonly limit?: string }) => {
          const limit = options.limit === undefined ? undefined : Number(options.limit)
          if (limit !== undefined && !Number.isInteger(limit)) throw usage('--limit is a whole number.')
          return { params: { playId }, body: { listId: options.list, limit } }
        },
        print: ({ assigned }) => `${assigned} leads are in the play now.`,
      }),
      ofPlay,
      ['--list <id>', 'only leads of this list'],
      ['--limit <count>', 'at most so many'],
    ],
    [
      'queue',
      'let its new leads wait for their mails, and say why others may not',
      play('queueGrowthLeads', {
        print: ({ queued, refused }) => [
          `${queued} leads wait for their mails.`,
          ...Object.entries(refused).map(([code, leads]) => `${leads} do not: ${code}`),
        ],
      }),
      ofPlay,
    ],
    [
      'results',
      'the result of each of its leads, as CSV',
      sending('exportGrowthResults', {
        input: () => ({}),
        out: (_: string, { out }: { readonly out?: string }) => out,
      }),
      ofPlay,
      ['--out <file>', 'the file to write; standard output without it'],
    ],
  ])
}

const addMails = (growth: Command, session: Session): void => {
  addCommands(growth, session, [
    [
      'drafts',
      'write the mails of a play for its leads',
      fromRuns('writeDrafts'),
      ofPlay,
      ['--no-wait', 'do not wait until they are written'],
    ],
    [
      'messages',
      'the mails of a growth project, drafts too, newest first',
      message('listGrowthMessages', {
        options: { play: 'playId', lead: 'leadId' },
        each: messageText,
        none: 'There is no mail.',
      }),
      ofProject,
      ['--play <id>', 'only mails of this play'],
      ['--lead <id>', 'only mails to and from this lead'],
      new Option('--status <status>', 'only mails of this status').choices(messageStatuses),
    ],
    [
      'approve',
      'approve a drafted mail, edited where you like, or all drafts as they are, so that they are sent',
      fromApprovals('approveMessage'),
      ['[id]', 'the id of the mail'],
      ['--subject <text>', 'another subject'],
      ['--body <text>', 'another text'],
      ['--all <project>', 'every draft of this growth project, at most 1,000'],
      ['--play <id>', 'with --all: only drafts of this play'],
    ],
    [
      'discard',
      'cancel a mail that was not sent; the sequence continues with the next one',
      message('discardGrowthMessage', { print: messageText }),
      ofMail,
    ],
    [
      'resolve',
      'say whether a mail of unknown delivery went out',
      message('resolveGrowthMessage', {
        input: (_, _messageId: string, outcome: string) => ({ body: { delivered: outcome === 'delivered' } }),
        print: messageText,
      }),
      ofMail,
      new Argument('<outcome>', 'your findings').choices(['delivered', 'not-delivered']),
    ],
  ])
  addCommand(growth, session, [
    'spend',
    'the cost of data providers for each play of a growth project',
    play('getGrowthSpend', {
      print: ({ plays }) =>
        plays.map(({ name, todayUsd, last30DaysUsd, hardCapUsd }) => {
          const cap = hardCapUsd === null ? '' : `, hard cap ${usd(hardCapUsd)}`
          return `${usd(todayUsd)} today, ${usd(last30DaysUsd)} in 30 days${cap}  ${printable(name ?? 'in no play')}`
        }),
      say: ({ plays }) => (plays.length === 0 ? 'There is no play.' : []),
    }),
    ofProject,
  ])
}
