import { resolve } from 'node:path'
import { startGrowthDrafts } from '../../../../domains/growth/drafts/contract.ts'
import { isWriting } from '../../../../domains/growth/drafts/rules.ts'
import {
  assignGrowthLeads,
  createGrowthPlay,
  getGrowthSpend,
  listGrowthPlays,
  queueGrowthLeads,
  updateGrowthPlay,
} from '../../../../domains/growth/plays/contract.ts'
import type { PlayLanguage } from '../../../../domains/growth/plays/rules.ts'
import { exportGrowthResults, getGrowthPlay } from '../../../../domains/growth/sending/contract.ts'
import { listGrowthProposalRuns } from '../../../../domains/growth/proposals/contract.ts'
import type { PlayNeed } from '../../../../domains/growth/plays/rules/preconditions.ts'
import type { Input, Reply } from '../../client/client.ts'
import { download } from '../../download.ts'
import { usage } from '../../failure.ts'
import { readJson } from '../../json-file.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Play = Reply<typeof updateGrowthPlay>
type PlayDetail = Reply<typeof getGrowthPlay>
type Steps = NonNullable<NonNullable<Input<typeof createGrowthPlay>['body']>['steps']>

const usd = (amount: number) => `$${amount.toFixed(2)}`
const stateOf = ({ status, pauseReason }: Play) =>
  pauseReason === null || pauseReason === 'person' ? status : `${status} (${pauseReason})`

const originOf = ({ status, proposedByRunId }: Play) =>
  status === 'draft' && proposedByRunId !== null ? '  (proposed)' : ''

/** `atelier growth plays list`: the newest 1,000 plays of a growth project. */
export const listPlays = async ({ client, output }: Session, projectId: string): Promise<void> => {
  const rows = await (await client()).call(listGrowthPlays, { params: { projectId } })
  output.document(rows)
  for (const play of rows)
    output.print(`${play.id}  ${stateOf(play).padEnd(8)}  ${printable(play.name)}${originOf(play)}`)
  if (rows.length === 0) output.say('There is no play.')
}

/** `atelier growth plays show`: a play with its mails and its results. */
export const showPlay = async ({ client, output }: Session, playId: string): Promise<void> => {
  const shown = await (await client()).call(getGrowthPlay, { params: { playId } })
  output.document(shown)
  for (const line of playLines(shown)) output.print(line)
}

/** `atelier growth plays proposals`: what research runs of a growth project proposed. */
export const listProposals = async ({ client, output }: Session, projectId: string): Promise<void> => {
  const rows = await (await client()).call(listGrowthProposalRuns, { params: { projectId } })
  output.document(rows)
  for (const { growthRunId, status, playsProposed, playsDropped, costUsd, failure } of rows) {
    const counts = `${playsProposed} proposed, ${playsDropped} left out, ${usd(costUsd)}`
    output.print(`${growthRunId}  ${status.padEnd(8)}  ${failure === null ? counts : printable(failure.message)}`)
  }
  if (rows.length === 0) output.say('No research run has proposed plays.')
}

const playLines = ({ play, results, missing }: PlayDetail): readonly string[] => {
  const { leads } = results
  const cost = results.lookupUsd + results.draftUsd
  const perReply = results.costPerReplyUsd === null ? '' : `, ${usd(results.costPerReplyUsd)} per reply`
  return [
    `${play.id}  ${stateOf(play)}  ${printable(play.name)}`,
    ...play.steps.map(({ delayDays, subject, body }, at) => {
      const written = body === null ? 'written by a model' : 'in the words of a person'
      return `mail ${at + 1}    after ${delayDays} days, ${written}${subject === null ? '' : `: ${printable(subject)}`}`
    }),
    ...play.evidence.map(
      ({ sentence, sourceName }) => `evidence  ${printable(sentence)}  [${printable(sourceName ?? '')}]`,
    ),
    ...missing.map((need) => `lacks     ${needTexts[need]}`),
    `leads     ${leads.new} new, ${leads.queued} queued, ${leads.ended} ended, ${leads.disqualified} disqualified`,
    `mails     ${results.drafts} drafts, ${results.approved} approved, ${results.sent} sent, ${results.unknown} unknown, ${results.refused} refused`,
    `answers   ${results.leadsReplied} of ${results.leadsWrittenTo} leads replied, ${results.interested} interested`,
    `returned  ${results.bounces} bounces, ${results.complaints} complaints, ${results.optOuts} opt-outs`,
    `cost      ${usd(cost)}${perReply}`,
  ]
}

const needTexts: Readonly<Record<PlayNeed, string>> = {
  steps: 'a mail',
  acknowledgement: 'that you say there is a lawful basis: launch it with --acknowledge-gdpr',
  postal_address: 'the postal address of the sender: atelier growth settings --postal-address',
  public_address: 'a public https address of this server: the operator sets ATELIER_PUBLIC_URL',
  unsubscribe_link: 'a page to unsubscribe that the server can fetch at its public address',
  mailbox: 'a mailbox that can send: atelier growth mailbox add',
  mailbox_dns: 'a mailbox with SPF, DKIM and DMARC: atelier growth mailbox check',
  leads: 'leads: atelier growth plays assign',
}

export interface CreateOptions {
  readonly steps?: string
  readonly audience?: string
  readonly language?: PlayLanguage
  readonly hardCap?: string
}

/** `atelier growth plays create`: adds a play as a draft; its mails come from a file of JSON. */
export const createPlay = async (session: Session, projectId: string, name: string, options: CreateOptions) => {
  const { steps: file, audience, language, hardCap } = options
  const hardCapUsd = hardCap === undefined ? undefined : Number(hardCap)
  if (hardCapUsd !== undefined && !Number.isFinite(hardCapUsd)) throw usage('--hard-cap is a number of dollars.')
  const body = {
    name,
    ...(file !== undefined && { steps: await readJson<Steps>(resolve(session.cwd, file), stepsForm) }),
    ...(audience !== undefined && { audience }),
    ...(language !== undefined && { language }),
    ...(hardCapUsd !== undefined && { hardCapUsd }),
  }
  const play = await (await session.client()).call(createGrowthPlay, { params: { projectId }, body })
  sayPlay(session, play)
}

const stepsForm = 'It is a list such as [{ "delayDays": 0, "subject": "Hello", "body": "…" }].'

/** `atelier growth plays launch`; it names all that is missing before it tries. */
export const launchPlay = async (
  session: Session,
  playId: string,
  { acknowledgeGdpr = false }: { readonly acknowledgeGdpr?: boolean },
) => {
  const { missing } = await (await session.client()).call(getGrowthPlay, { params: { playId } })
  for (const need of missing)
    if (need !== 'acknowledgement' || !acknowledgeGdpr) session.output.say(`The play lacks ${needTexts[need]}.`)
  await changePlay(session, playId, { status: 'active', ...(acknowledgeGdpr && { acknowledgesGdpr: true }) })
}

/** `atelier growth plays pause`. */
export const pausePlay = (session: Session, playId: string) => changePlay(session, playId, { status: 'paused' })

/** `atelier growth plays archive`. */
export const archivePlay = (session: Session, playId: string) => changePlay(session, playId, { status: 'archived' })

const changePlay = async (session: Session, playId: string, body: Input<typeof updateGrowthPlay>['body']) =>
  sayPlay(session, await (await session.client()).call(updateGrowthPlay, { params: { playId }, body }))

const sayPlay = ({ output }: Session, play: Play) => {
  output.document(play)
  output.print(`${play.id}  ${stateOf(play)}  ${printable(play.name)}`)
}

/** `atelier growth plays assign`: puts leads of the growth project into a play. */
export const assignLeads = async (
  { client, output }: Session,
  playId: string,
  { list, limit }: { readonly list?: string; readonly limit?: string },
): Promise<void> => {
  const most = limit === undefined ? undefined : Number(limit)
  if (most !== undefined && !Number.isInteger(most)) throw usage('--limit is a whole number.')
  const body = { ...(list !== undefined && { listId: list }), ...(most !== undefined && { limit: most }) }
  const reply = await (await client()).call(assignGrowthLeads, { params: { playId }, body })
  output.document(reply)
  output.print(`${reply.assigned} leads are in the play now.`)
}

/** `atelier growth plays queue`: lets the new leads of a play wait for their mails. */
export const queueLeads = async ({ client, output }: Session, playId: string): Promise<void> => {
  const reply = await (await client()).call(queueGrowthLeads, { params: { playId } })
  output.document(reply)
  output.print(`${reply.queued} leads wait for their mails.`)
  for (const [code, leads] of Object.entries(reply.refused)) output.print(`${leads} do not: ${code}`)
}

/** `atelier growth plays results`: what became of each lead, as CSV. */
export const exportResults = async (
  session: Session,
  playId: string,
  { out }: { readonly out?: string },
): Promise<void> => {
  const client = await session.client()
  const body = await client.open(exportGrowthResults, { params: { playId } })
  await download(session, client.url, body, out)
}

const lookEveryMs = 1_000

/** `atelier growth drafts`: writes the mails of a play for its leads. */
export const writeDrafts = async (
  { client, output }: Session,
  playId: string,
  { wait = true }: { readonly wait?: boolean },
): Promise<void> => {
  const api = await client()
  const params = { playId }
  let run = await api.call(startGrowthDrafts, { params, body: {} })
  while (wait && isWriting(run.status)) {
    await new Promise((done) => setTimeout(done, lookEveryMs))
    const { lastDraftRun } = await api.call(getGrowthPlay, { params })
    run = lastDraftRun ?? run
  }
  output.document(run)
  output.print(`${run.id}  ${run.status}${run.failure === null ? '' : `: ${printable(run.failure.message)}`}`)
  const left = `${run.leadsSkipped} leads skipped, ${run.sentencesDropped} sentences left out`
  output.print(`${run.leads} leads, ${run.drafts} drafts, ${left}, ${usd(run.costUsd)}`)
}

/** `atelier growth spend`: what data providers cost each play. */
export const showSpend = async ({ client, output }: Session, projectId: string): Promise<void> => {
  const spend = await (await client()).call(getGrowthSpend, { params: { projectId } })
  output.document(spend)
  for (const { name, todayUsd, last30DaysUsd, hardCapUsd } of spend.plays) {
    const cap = hardCapUsd === null ? '' : `, hard cap ${usd(hardCapUsd)}`
    output.print(`${usd(todayUsd)} today, ${usd(last30DaysUsd)} in 30 days${cap}  ${printable(name ?? 'in no play')}`)
  }
  if (spend.plays.length === 0) output.say('There is no play.')
}
