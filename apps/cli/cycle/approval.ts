import { deliverables } from '../../../domains/delivery/deliverables/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { atelier } from '../program/command.ts'
import type { TypedNames } from './request.ts'
import { printable, printableLines } from '../terminal/text.ts'

export type Deliverable = Reply<typeof deliverables.listDeliverables>[number]
export type Approval = Reply<typeof deliverables.listDeliverableApprovals>[number] & { readonly title: string }

/**
 * The approvals that the person of this key was asked for and can decide: the deliverables that are as they were
 * published.
 */
export const ownApprovals = async (client: Client): Promise<(Approval & { readonly deliverable: Deliverable })[]> => {
  const waiting = await client.call(deliverables.listDeliverables, { query: { awaiting: 'me' } })
  const found = []
  for (const deliverable of waiting) {
    const { cycleId, title } = deliverable
    const input = { params: { cycleId }, query: { awaiting: 'me' as const } }
    const rows = await client.call(deliverables.listDeliverableApprovals, input)
    found.push(...rows.filter(({ status }) => status === 'open').map((row) => ({ ...row, title, deliverable })))
  }
  return found
}

/** A deliverable for a client, line by line. */
export const deliverableLines = ({ dueDate, summary, commitSha, clientStatus }: Deliverable): string[] => [
  `Status: ${clientStatus.replace('_', ' ')}${dueDate === null ? '' : `, due ${dueDate.slice(0, 10)}`}`,
  ...(commitSha === null ? [] : [`Commit: ${commitSha}`]),
  ...(summary === null ? [] : printableLines(summary).split('\n')),
]

/** Title and revision, and how to read and to decide it. */
export const approvalLines = ({ title, revision }: Approval, { thing, cycle }: TypedNames): string[] => [
  `Approve “${printable(title)}”, revision ${revision}?`,
  `  Read it: ${atelier} deliverable ${cycle}`,
  `  Decide: ${atelier} approve ${thing}, or ${atelier} reject ${thing} --feedback "<what should be different>"`,
]
