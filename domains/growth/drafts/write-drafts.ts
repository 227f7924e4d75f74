import { jsonWithin } from '../../../packages/foreign-json/index.ts'
import { v7 as uuidv7 } from 'uuid'
import { ModelFailure, readBlocksNamed } from '../../../execution/models/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import type { ChosenModel } from '../../agents/models/index.ts'
import type { CallJudge } from '../../agents/spending/index.ts'
import type { LeadRow } from '../leads/index.ts'
import { hasRoom } from '../providers/index.ts'
import { recordInProject } from '../research/index.ts'
import { askWriter, draftStep, underHardCap, type WriterParts } from '../settings/index.ts'
import { readMail, readMails, type Material, type ReadMail } from './read-draft.ts'
import { toLeadSource, type Source, type NewDraft } from '../messages/index.ts'
import { replySubject, byPerson, sentencesOf } from '../messages/rules.ts'
import type { PlayRow } from '../plays/index.ts'
import { isAsProposed, type Step } from '../plays/rules.ts'
import { fill, leadValues, type Values } from '../plays/rules/change-play.ts'
import { type DraftFailure, askAgain, draftInstructions, draftMaterial } from './rules.ts'
import type { DraftRunRow } from './tables.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

/** The material of a play's mails. */
export interface DraftBase {
  readonly run: DraftRunRow
  readonly play: PlayRow
  readonly bookingUrl: string | null
  readonly sources: readonly Source[]
  /** Undefined for the offline model. */
  readonly chosen: ChosenModel | undefined
  /** Whether a person approves each mail. */
  readonly needsApproval: boolean
}

export interface DraftFailed {
  readonly failure: { readonly code: DraftFailure; readonly message: string }
}
export const draftFailed = (code: DraftFailure, message: string): DraftFailed => ({ failure: { code, message } })

/** The mails of the sequence that a lead lacks; none if one of them cannot be written. */
export const writeDrafts = async (
  parts: DraftWork,
  context: EffectContext,
  base: DraftBase,
  lead: LeadRow,
  earlierSteps: ReadonlySet<number>,
): Promise<{ readonly drafts: readonly NewDraft[]; readonly dropped: number } | DraftFailed> => {
  const { bookingUrl, play } = base
  const { steps, language } = play
  const numbered = steps.map((step, at) => ({ ...step, number: at + 1 }))
  const lacking = numbered.filter(({ number }) => !earlierSteps.has(number))
  const briefs = lacking.flatMap(({ number, brief }) => (brief === null ? [] : [{ step: number, brief }]))
  const sources = [...base.sources, toLeadSource(lead)]
  const values = leadValues((field) => lead.evidence[field]?.value, { domain: lead.domain, bookingUrl })
  const mails = await mailsOf(parts, context, base, lead, { sources, language, bookingUrl, briefs, values })
  if ('failure' in mails) return mails
  const drafts = draftsOf(base, lead, lacking, values, mails.found)
  const dropped = [...mails.found.values()].reduce((sum, mail) => sum + mail.dropped, 0)
  return { drafts: drafts.length === lacking.length ? drafts : [], dropped }
}

interface MailsRequest extends Material {
  readonly briefs: readonly { readonly step: number; readonly brief: string }[]
  readonly values: Values
}
type Mails = { readonly found: ReadonlyMap<number, ReadMail> } | DraftFailed

const mailsOf = async (
  parts: DraftWork,
  context: EffectContext,
  base: DraftBase,
  lead: LeadRow,
  request: MailsRequest,
): Promise<Mails> => {
  if (request.briefs.length === 0) return { found: new Map() }
  return base.chosen ? ask(parts, context, base, lead, request, base.chosen) : readSpelledOut(request)
}

/** Reads the mails that briefs spell out, in the place of a model: the offline model writes none. */
const readSpelledOut = ({ briefs, values, ...material }: MailsRequest): Mails => {
  const found = new Map<number, ReadMail>()
  for (const { step, brief } of briefs) {
    const [block] = readBlocksNamed(brief, 'draft')
    if (block === undefined) return draftFailed('no_draft_in_brief', noBlock)
    const filled = fill(block, jsonValues(values))
    const mail = 'text' in filled ? readMail(jsonWithin(filled.text), material) : undefined
    if (mail) found.set(step, mail)
  }
  return { found }
}
const noBlock =
  'The built-in offline model writes only a mail that the brief spells out in a block “draft”. Connect a model, or write that block.'

/** Values as they are within a string of JSON. */
const jsonValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]))

const ask = async (
  parts: DraftWork,
  context: EffectContext,
  { play }: DraftBase,
  lead: LeadRow,
  { sources, language, bookingUrl, briefs }: MailsRequest,
  { endpoint }: ChosenModel,
): Promise<Mails> => {
  const material = { sources, audience: play.audience, bookingUrl, briefs, isAsProposed: isAsProposed(play) }
  const answer = await askWriter(parts, context, {
    endpoint,
    step: draftStep,
    subjectId: lead.id,
    answerMostTokens: 6_000,
    instructions: (mark) => draftInstructions(mark, language),
    material: (mark, mostChars) => draftMaterial(mark, material, mostChars),
    read: (text) => readMails(text, { sources, language, bookingUrl }),
    askAgain,
    judge: underCaps(play),
  })
  if ('value' in answer) return { found: answer.value }
  // An unreadable answer leaves this lead without drafts; the others continue.
  return 'failure' in answer ? answer : { found: new Map() }
}

/** Refuses a call that the hard cap of growth or that of the play does not cover. */
const underCaps =
  (play: PlayRow): CallJudge =>
  async (tx, call) => {
    await underHardCap(tx, call)
    if (await hasRoom(tx, play.id, call.worstMicros)) return
    throw new ModelFailure(overPlayCap, { status: 402, code: 'workspace_cap_reached', billed: 'nothing' })
  }
const overPlayCap = 'The hard cap of this play does not cover the call. Raise it in the play.'

const draftsOf = (
  base: DraftBase,
  lead: LeadRow,
  lacking: readonly (Step & { readonly number: number })[],
  values: Values,
  found: ReadonlyMap<number, ReadMail>,
): readonly NewDraft[] => {
  const { run, play, needsApproval } = base
  const subjects = new Map<number, string>()
  const drafts: NewDraft[] = []
  for (const step of lacking) {
    const mail = step.body === null ? found.get(step.number) : templateMail(step.body, values)
    const before = subjects.get(step.number - 1)
    const subject = subjectOf(step, mail, values) ?? (before === undefined ? undefined : replySubject(before))
    if (!mail || (subject === undefined && step.number === 1)) break
    if (subject !== undefined) subjects.set(step.number, subject)
    drafts.push({
      id: uuidv7(),
      growthProjectId: play.growthProjectId,
      growthPlayId: play.id,
      leadId: lead.id,
      step: step.number,
      status: needsApproval ? 'draft' : 'approved',
      // A mail without a subject gets the previous mail's when it is sent.
      subject: subject ?? '',
      body: mail.body,
      citations: mail.citations,
      author: step.body === null ? 'model' : 'person',
      writtenBy: step.body === null ? null : play.createdBy,
      dueAt: step.number === 1 ? run.createdAt : null,
      now: run.createdAt,
    })
  }
  return drafts
}

const subjectOf = (step: Step, mail: ReadMail | undefined, values: Values): string | undefined => {
  if (step.subject === null) return mail?.subject ?? undefined
  const filled = fill(step.subject, values)
  return 'text' in filled ? filled.text : undefined
}

/** A mail whose words a person wrote: every sentence of it is theirs. */
const templateMail = (body: string, values: Values): ReadMail | undefined => {
  const filled = fill(body, values)
  if (!('text' in filled)) return undefined
  return { subject: null, body: filled.text, citations: sentencesOf(filled.text).map(byPerson), dropped: 0 }
}

/** The parts that write drafts. */
export interface DraftWork extends WriterParts {
  readonly vault: Vault
}

/** Audit actions of runs that write drafts. */
export const draftJobActions = ['growth_draft_run.finish', 'growth_draft_run.fail'] as const

/** The audit row and the event of the end of a drafting run. */
export const recordDraftsEnded = (tx: Transaction, run: DraftRunRow): void => {
  const { id, growthProjectId, growthPlayId, failureCode, leads, drafts, leadsSkipped, sentencesDropped } = run
  const isFailed = failureCode !== null
  const counts = { growthPlayId, leads, drafts, leadsSkipped, sentencesDropped }
  const details = { ...counts, ...(isFailed && { failure: failureCode }) }
  recordInProject(
    tx,
    { resource: ['growth_draft_run', id], growthProjectId, details },
    { action: draftJobActions[isFailed ? 1 : 0], category: 'execute', outcome: isFailed ? 'failure' : 'success' },
    { name: 'growth_draft_run.ended' },
  )
}
