import type { ProvedEvidence } from '../evidence/index.ts'
import { linesHashOf } from '../invoices/index.ts'

/** A row of the log whose place in it is proved. */
export interface ProvedRow {
  readonly position: number
  readonly action: string
  readonly actorId: string | null
  readonly at: string
  readonly resourceId: string | null
  readonly parentId: string | null
  /** Empty once they were erased. */
  readonly details: Readonly<Record<string, unknown>>
  readonly isErased: boolean
}

export interface LinkInput {
  readonly rows: readonly ProvedRow[]
  readonly subject: {
    readonly name: 'evidence' | 'snapshot'
    readonly digest: { readonly sha256: string; readonly gitCommit?: string }
  }
  readonly decisions: readonly { readonly approvalId: string; readonly snapshot: string | null }[]
  readonly evidence: ProvedEvidence['evidence'] | undefined
}

type Links = LinkSentences | { readonly fault: string }

/** A contradiction between rows. */
class Contradiction extends Error {}
const refuse = (sentence: string): never => {
  throw new Contradiction(sentence)
}

/**
 * Checks the rows against each other, from the key to the invoice. A link that contradicts another is a fault; a
 * missing link is named, since work before this version has none.
 */
export const linksOf = (input: LinkInput): Links => {
  const proved: string[] = []
  const open: string[] = []
  const gaps: string[] = []
  try {
    for (const check of [keys, runs, merges, deliveries, publications, billables, invoice])
      check(input, { proved, open, gaps })
    return { proved, open, gaps }
  } catch (error) {
    if (error instanceof Contradiction) return { fault: error.message }
    throw error
  }
}

interface LinkSentences {
  readonly proved: string[]
  readonly open: string[]
  /** Those of the open ones without which the delivery is not proved. */
  readonly gaps: string[]
}

/** The rows without whose details there is no proof: publishing, decision, billing. */
const neededActions = new Set(['deliverable.publish', 'deliverable_approval.decide', 'client_invoice.issue'])

export const of = (rows: readonly ProvedRow[], action: string) =>
  rows.filter((row) => row.action === action && !row.isErased)

/** A row whose erased details may have held the missing link; every given field has to fit. */
type Erased = Partial<Pick<ProvedRow, 'resourceId' | 'parentId'>> &
  Pick<ProvedRow, 'action'> & { readonly before?: number }

/** A missing link is a contradiction, unless a row that may have it was erased: a person may leave, and the work stays. */
const missing = ({ rows }: LinkInput, { open, gaps }: LinkSentences, sentence: string, erased: Erased): void => {
  const { action, resourceId, parentId, before = Infinity } = erased
  const isErased = rows.some(
    (row) =>
      row.isErased &&
      row.action === action &&
      (resourceId === undefined || row.resourceId === resourceId) &&
      (parentId === undefined || row.parentId === parentId) &&
      row.position < before,
  )
  if (!isErased) refuse(sentence)
  const said = `${sentence} Erased details may have said otherwise.`
  open.push(said)
  if (neededActions.has(action)) gaps.push(said)
}
const short = (value: unknown) => String(value).slice(0, 12)

/** The key that signed a decision was added by the same person, before. */
const keys = ({ rows, decisions }: LinkInput, { proved, open, gaps }: LinkSentences) => {
  for (const { position, action } of rows.filter(({ isErased }) => isErased)) {
    const sentence = `Row ${position}, ${action}: its details were erased, so what they said is not proved.`
    open.push(sentence)
    if (action === 'deliverable_approval.decide') gaps.push(sentence)
  }
  for (const { approvalId } of decisions.filter(({ snapshot }) => snapshot === null)) {
    const sentence = `Decision ${short(approvalId)}: the snapshot that was decided on is not in this file.`
    open.push(sentence)
    gaps.push(sentence)
  }
  for (const { position, actorId, details } of of(rows, 'deliverable_approval.decide')) {
    const { signed, keySha256, decision, reviewerId } = details
    if (reviewerId !== actorId) refuse(`Row ${position}: another person decided than the one who was asked.`)
    if (signed !== true) {
      open.push(
        `Row ${position}: the decision “${String(decision)}” has no signature of the person; it is the server’s word.`,
      )
      continue
    }
    const added = of(rows, 'passkey.add').find((one) => one.details.keySha256 === keySha256)
    if (!added) open.push(`Row ${position}: where the key ${short(keySha256)} comes from is not in this log.`)
    else if (added.actorId !== actorId || added.position > position)
      refuse(`Row ${position}: its key was added by another person, or later.`)
    else
      proved.push(
        `The key ${short(keySha256)} was added by the reviewer on ${added.at.slice(0, 10)}, before the decision.`,
      )
  }
}

/** A commit was handed in by a run that a person began. */
const runs = ({ rows }: LinkInput, { proved, open }: LinkSentences) => {
  const begun = of(rows, 'cycle.execute')
  for (const { position, actorId, parentId, details } of of(rows, 'run.commit')) {
    const { runId, commitSha, outcome } = details
    if (runId !== actorId) refuse(`Row ${position}: another run handed the commit in than the row says.`)
    const start = begun.find((row) => row.details.runId === runId)
    if (start && (start.resourceId !== parentId || start.position > position))
      refuse(`Row ${position}: the run that handed it in began later, or for another cycle.`)
    if (!start) open.push(`Row ${position}: who began run ${short(runId)} is not in this log.`)
    proved.push(`Run ${short(runId)} handed in commit ${short(commitSha)}, judged as ${String(outcome)}.`)
  }
  for (const { position, actorId, details } of of(rows, 'secret.use')) {
    if (details.runId !== actorId) refuse(`Row ${position}: another run used the secrets than the row says.`)
    proved.push(`Run ${short(details.runId)} was given ${String(details.count)} secrets.`)
  }
}

/** A merge is of the commit that a run handed in and that, if a person was asked, the person approved. */
const merges = (input: LinkInput, sentences: LinkSentences) => {
  const { rows } = input
  const { proved, open } = sentences
  const commits = of(rows, 'run.commit')
  const answers = of(rows, 'pending_request.resolve')
  for (const { position, resourceId, details } of of(rows, 'task.merge')) {
    const { headSha, mergeSha, requestId } = details
    const commit = commits.find((row) => row.details.commitSha === headSha && row.position < position)
    if (!commit) open.push(`Row ${position}: who handed in commit ${short(headSha)} is not in this log.`)
    else if (commit.details.taskId !== resourceId) refuse(`Row ${position}: the commit is of another task.`)
    if (typeof requestId === 'string') {
      const answer = answers.find((row) => row.resourceId === requestId)
      if (!answer) {
        const sentence = `Row ${position}: the approval that it names is not in the log that was signed.`
        missing(input, sentences, sentence, {
          action: 'pending_request.resolve',
          resourceId: requestId,
          before: position,
        })
        continue
      }
      const { status, commitSha } = answer.details
      if (status !== 'approved' || commitSha !== headSha || answer.position > position)
        refuse(`Row ${position}: a person approved another commit, refused this one, or did so later.`)
      proved.push(`A person approved commit ${short(headSha)} before it was merged as ${short(mergeSha)}.`)
    } else proved.push(`Commit ${short(headSha)} was merged as ${short(mergeSha)} by the policy, without a person.`)
  }
}

/** A delivered commit was merged before. */
const deliveries = ({ rows }: LinkInput, { proved, open }: LinkSentences) => {
  const merged = of(rows, 'task.merge')
  for (const { position, resourceId, details } of of(rows, 'cycle.deliver')) {
    const isMerged = merged.some(
      (row) => row.details.mergeSha === details.to && row.parentId === resourceId && row.position < position,
    )
    if (isMerged) proved.push(`Commit ${short(details.to)} was delivered to ${String(details.targetRef)}.`)
    else open.push(`Row ${position}: which merge made commit ${short(details.to)} is not in this log.`)
  }
}

/** A published commit was delivered before, and a decision is about a published snapshot. */
const publications = (input: LinkInput, sentences: LinkSentences) => {
  const { rows, subject, decisions } = input
  const { proved } = sentences
  const published = of(rows, 'deliverable.publish')
  for (const { position, parentId, details } of published) {
    const { revision, revisionHash, commitSha } = details
    if (commitSha === null) continue
    const delivered = of(rows, 'cycle.deliver').some(
      (row) => row.details.to === commitSha && row.resourceId === parentId && row.position < position,
    )
    const erased = { action: 'cycle.deliver', resourceId: parentId, before: position }
    if (delivered)
      proved.push(
        `Revision ${String(revision)}, ${short(revisionHash)}, shows the delivered commit ${short(commitSha)}.`,
      )
    else missing(input, sentences, `Row ${position}: the commit that was published was not delivered before.`, erased)
  }
  for (const { position, resourceId, parentId, details } of of(rows, 'deliverable_approval.decide')) {
    const { revisionHash, decision } = details
    const shown = published.some(
      (row) => row.details.revisionHash === revisionHash && row.resourceId === parentId && row.position < position,
    )
    const publication = { action: 'deliverable.publish', resourceId: parentId, before: position }
    if (!shown) missing(input, sentences, `Row ${position}: what was decided on was not published before.`, publication)
    const asked = of(rows, 'deliverable_approval.request').some(
      (row) => row.resourceId === resourceId && row.details.revisionHash === revisionHash && row.position < position,
    )
    const request = { action: 'deliverable_approval.request', resourceId, before: position }
    if (!asked) missing(input, sentences, `Row ${position}: nobody had asked for this decision.`, request)
    if (!decisions.some(({ approvalId }) => approvalId === resourceId) && decision === 'approved')
      refuse(`Row ${position}: its decision is missing.`)
    proved.push(`The reviewer decided “${String(decision)}” on ${short(revisionHash)}.`)
  }
  if (subject.name === 'snapshot') {
    const { sha256, gitCommit } = subject.digest
    const newest = published.findLast((row) => row.details.revisionHash === sha256)
    const sentence = 'What it is about was not published, or shows another commit.'
    if (!newest) missing(input, sentences, sentence, { action: 'deliverable.publish' })
    else if ((newest.details.commitSha ?? undefined) !== gitCommit) refuse(sentence)
  }
}

/** A billable of a decision bills the approved snapshot. */
const billables = (input: LinkInput, sentences: LinkSentences) => {
  const { rows } = input
  const { proved, open } = sentences
  for (const { position, resourceId, details } of of(rows, 'billable.create')) {
    const { sourceKind, sourceId, revisionHash } = details
    if (sourceKind !== 'decision') {
      open.push(
        typeof sourceKind === 'string'
          ? `Row ${position}: it bills by ${sourceKind}, which no client decided on.`
          : `Row ${position}: its source is not in this log.`,
      )
      continue
    }
    const decided = of(rows, 'deliverable_approval.decide').find((row) => row.resourceId === sourceId)
    const isApproved =
      decided?.details.decision === 'approved' &&
      decided.details.revisionHash === revisionHash &&
      decided.position < position
    const sentence = `Row ${position}: it bills what was not approved.`
    const erased = { action: 'deliverable_approval.decide', resourceId: String(sourceId), before: position }
    if (isApproved) proved.push(`Billable ${short(resourceId)} bills the approved revision ${short(revisionHash)}.`)
    else if (decided) refuse(sentence)
    else missing(input, sentences, sentence, erased)
  }
}

/** The invoice has the lines of the log, of billables that are in it. */
const invoice = (input: LinkInput, sentences: LinkSentences) => {
  const { rows, subject, evidence } = input
  const { proved, open } = sentences
  if (!evidence) return
  const { id, totalMinor, invoiceNumber } = evidence.invoice
  const issued = of(rows, 'client_invoice.issue').find((row) => row.resourceId === id)
  if (issued) {
    const { position, details } = issued
    if (String(details.totalMinor) !== String(totalMinor) || details.invoiceNumber !== invoiceNumber)
      refuse(`Row ${position}: the invoice has another number or total than was issued.`)
    billed(input, sentences, issued)
    if (details.linesSha256 === undefined)
      open.push('The lines of the invoice are not bound to the log: it was issued by an earlier version.')
    else if (details.linesSha256 !== linesHashOf(evidence.lines))
      refuse(`Row ${position}: the invoice has other lines than were issued.`)
    proved.push(`Invoice ${String(invoiceNumber)} was issued with these lines.`)
    if (details.evidenceSha256 === subject.digest.sha256)
      proved.push('The evidence is the one that there was at the issue.')
    else
      open.push(
        details.evidenceSha256 === undefined
          ? 'The names and the currency of the invoice are not bound to the log: it was issued by an earlier version.'
          : 'The evidence changed since the issue: something that it shows was withdrawn or deleted.',
      )
  } else {
    const sentence = 'That the invoice was issued is not in the log that was signed.'
    missing(input, sentences, sentence, { action: 'client_invoice.issue', resourceId: id })
  }
  const sent = of(rows, 'client_invoice.send').filter((row) => row.resourceId === id)
  const isSent = sent.some(({ details }) => details.evidenceSha256 === subject.digest.sha256)
  if (isSent) proved.push('This evidence went with a letter of the invoice.')
}

/** The billables of an invoice, charges and corrections, were recorded before its issue. */
const billed = (input: LinkInput, sentences: LinkSentences, { position, details }: ProvedRow) => {
  const recorded = ['billable.create', 'billable.correct'].flatMap((action) => of(input.rows, action))
  const { billableIds } = details
  for (const id of Array.isArray(billableIds) ? (billableIds as string[]) : []) {
    if (recorded.some((row) => row.resourceId === id && row.position < position)) continue
    const erased = input.rows.find((row) => row.isErased && row.resourceId === id)
    const sentence = `Row ${position}: billable ${short(id)} is missing.`
    missing(input, sentences, sentence, {
      action: erased?.action ?? 'billable.create',
      resourceId: id,
      before: position,
    })
  }
}
