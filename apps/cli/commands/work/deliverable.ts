import { hash } from 'node:crypto'
import { listWorkspacePortalClients } from '../../../../domains/accounts/clients/contract/portals.ts'
import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { deliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import type { clientStatuses } from '../../../../domains/delivery/deliverables/rules.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { deliverableLines } from '../../cycle/approval.ts'
import { absent, failed, undefinedIf, usage } from '../../failure.ts'
import { isId } from '../../ids.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

interface PublishOptions {
  readonly title?: string
  readonly summary?: string
  readonly due?: string
  readonly status?: (typeof clientStatuses)[number]
  readonly ask?: readonly string[]
}

type DraftOptions = Omit<PublishOptions, 'ask'>
type View = Reply<typeof deliverables.getDeliverable>

/** `atelier publish [cycle]`: writes the draft from options, if any, publishes it, and asks for approval. */
export const publish = async (session: Session, named: string | undefined, options: PublishOptions): Promise<void> => {
  const { ask = [], ...wanted } = options
  const dueDate = wanted.due === undefined ? undefined : dueOf(wanted.due)
  const cycleId = await chooseCycle(session, named)
  const client = await session.client()
  const reviewers = await Promise.all(ask.map((who) => reviewerNamed(client, who)))
  await writeDraft(client, cycleId, wanted, dueDate)
  const deliverable = await client.call(deliverables.publishDeliverable, { params: { cycleId } })
  session.output.print(`“${printable(deliverable.title)}” is published as revision ${deliverable.submittedRevision}.`)
  session.output.print(`SHA-256 ${deliverable.revisionHash}`)
  const approvals = []
  for (const reviewerId of reviewers) {
    const asking = { params: { cycleId }, body: { reviewerId } }
    const approval = await client.call(deliverables.requestDeliverableApproval, asking)
    session.output.print(`${printable(approval.reviewerName ?? reviewerId)} is asked to decide on it.`)
    approvals.push(approval)
  }
  session.output.document({ deliverable, approvals })
}

/** `atelier unpublish [cycle]`: hides a publication from clients. */
export const unpublish = async (session: Session, named: string | undefined): Promise<void> => {
  const cycleId = await chooseCycle(session, named)
  const deliverable = await (await session.client()).call(deliverables.unpublishDeliverable, { params: { cycleId } })
  session.output.show(deliverable, `“${printable(deliverable.title)}” is withdrawn: clients see it no more.`)
}

const approvalWords = {
  none: 'Nobody was asked to decide on it.',
  open: 'Somebody has not decided on it yet.',
  approved: 'It is approved.',
  changes_requested: 'Changes are asked for.',
  outdated: 'What was asked about is not what is there now.',
} as const

/** `atelier deliverable [cycle]`: prints the publication, compared with its hash, and the state of its approval. */
export const showDeliverable = async (session: Session, named: string | undefined): Promise<void> => {
  const cycleId = await chooseCycle(session, named)
  const client = await session.client()
  const view = await client.call(deliverables.getDeliverable, { params: { cycleId } })
  refuseOtherHash(view)
  const approvals = await client.call(deliverables.listDeliverableApprovals, { params: { cycleId } })
  const { output } = session
  output.document({ deliverable: view, approvals })
  const published = view.publishedAt === null ? 'not published' : `published ${view.publishedAt.slice(0, 16)}`
  output.print(`${printable(view.title)} · revision ${view.submittedRevision} · ${published}`)
  for (const line of deliverableLines(view)) output.print(`  ${line}`)
  if (view.revisionHash !== null) output.print(`  SHA-256 ${view.revisionHash}, as computed here from the snapshot`)
  if (view.hasChanges) output.print(`  The draft differs from what clients read: ${atelier} publish`)
  output.print(`  ${approvalWords[view.approval]}`)
  for (const { reviewerName, reviewerId, revision, status, comment } of approvals) {
    const words = comment === null || comment === '' ? '' : `: ${printable(comment)}`
    output.print(
      `  - revision ${revision}, ${printable(reviewerName ?? reviewerId)}: ${status.replace('_', ' ')}${words}`,
    )
  }
}

const refuseOtherHash = ({ snapshot, revisionHash }: View) => {
  if (snapshot === null && revisionHash === null) return
  if (hash('sha256', snapshot ?? '') !== revisionHash)
    throw failed('snapshot_differs', 'The snapshot that the server gave does not have the hash that it names.')
}

/** An existing deliverable is changed only by the given options; a new one is called as its cycle. */
const writeDraft = async (client: Client, cycleId: string, wanted: DraftOptions, dueDate: string | undefined) => {
  const { title, summary, status } = wanted
  const present = await client
    .call(deliverables.getDeliverable, { params: { cycleId } })
    .catch(undefinedIf(({ kind }) => kind === 'absent'))
  if (present && Object.keys(wanted).length === 0) return
  const titleOfCycle = async () => (await client.call(cycles.getCycle, { params: { id: cycleId } })).cycle.title
  const body = defined({
    title: title ?? present?.title ?? (await titleOfCycle()),
    summary,
    dueDate,
    clientStatus: status,
  })
  await client.call(deliverables.upsertDeliverable, { params: { cycleId }, body })
}

const dueOf = (text: string): string => {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const time = new Date(isDay ? `${text}T00:00:00Z` : text)
  if (Number.isNaN(time.getTime()) || (isDay && !time.toISOString().startsWith(text)))
    throw usage(`“${printable(text)}” is not a day such as 2027-03-04.`)
  return time.toISOString()
}

/** A person by id, or as an administrator by mail address. */
const reviewerNamed = async (client: Client, named: string): Promise<string> => {
  if (isId(named)) return named
  for await (const { userId, email } of client.every(listWorkspacePortalClients))
    if (email.toLowerCase() === named.toLowerCase()) return userId
  throw absent('no_client', `No client has the address ${printable(named)}. Invite them first, and share the project.`)
}
