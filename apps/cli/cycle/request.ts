import { shortId } from '../ids.ts'
import { atelier } from '../command.ts'
import { requests } from '../../../domains/delivery/requests/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { printable } from '../terminal/text.ts'

export type Request = Reply<typeof requests.getPendingRequest>
export type ListedRequest = Reply<typeof requests.listPendingRequests>[number]

/** What is asked, and why: one line for the title, and one for each reason. */
export const requestLines = ({ title, question, reasons, requestType }: Request): string[] => [
  printable(title),
  ...(requestType === 'question' ? [`  ${printable(question)}`] : []),
  ...reasons.map((reason) => `  - ${placeOf(reason)}${printable(reason.message)}`),
]

const placeOf = ({ path, line }: Request['reasons'][number]) => {
  if (path === undefined) return ''
  return `${printable(path)}${line === undefined ? '' : `:${line}`}: `
}

/** How to look at the change of a request, and how to decide. */
export const waysToDecide = ({ id, cycleId, commitSha, requestType }: Request): string[] =>
  requestType === 'question'
    ? [`Answer: ${atelier} answer ${shortId(id)} "<the answer>", or ${atelier} reject ${shortId(id)}`]
    : waysToApprove({ id, cycleId, commitSha })

const waysToApprove = ({ id, cycleId, commitSha }: Pick<Request, 'id' | 'cycleId' | 'commitSha'>): string[] => [
  ...(commitSha === null ? [] : [`See the change: ${atelier} diff ${shortId(cycleId)}`]),
  `Decide: ${atelier} approve ${shortId(id)}, or ${atelier} reject ${shortId(id)} --feedback "<what should be different>"`,
]

/** Every request that waits for somebody, of one cycle or of all. */
export const pendingRequests = async (client: Client, cycleId?: string): Promise<ListedRequest[]> => {
  const rows: ListedRequest[] = []
  const query = { status: 'pending', ...(cycleId !== undefined && { cycleId }) } as const
  for await (const row of client.every(requests.listPendingRequests, { query })) rows.push(row)
  return rows
}
