import { shortId } from '../ids.ts'
import { atelier } from '../program/command.ts'
import { requests } from '../../../domains/delivery/requests/contract.ts'
import { hasUntried } from '../../../domains/delivery/requests/rules.ts'
import type { Client, Reply } from '../client/client.ts'
import { printable } from '../terminal/text.ts'

export type Request = Reply<typeof requests.getPendingRequest>
export type ListedRequest = Reply<typeof requests.listPendingRequests>[number]

/** The question and its reasons: one line for the title, and one for each reason. */
export const requestLines = ({ title, question, reasons, requestType }: Request): string[] => [
  printable(title),
  ...(requestType === 'question' ? [`  ${printable(question)}`] : []),
  ...reasons.map((reason) => `  - ${placeOf(reason)}${printable(reason.message)}`),
]

const placeOf = ({ path, line }: Request['reasons'][number]) =>
  path === undefined ? '' : `${printable(path)}${line === undefined ? '' : `:${line}`}: `

/** The names that a person types for a waiting request, and for its cycle. */
export interface TypedNames {
  readonly thing: string
  readonly cycle: string
}

const idsOf = ({ id, cycleId }: { readonly id: string; readonly cycleId: string }): TypedNames => ({
  thing: shortId(id),
  cycle: shortId(cycleId),
})

/** How to look at the change of a request, and how to decide. */
export const waysToDecide = (request: Request, { thing, cycle } = idsOf(request)): string[] =>
  request.requestType === 'question'
    ? [`Answer: ${atelier} answer ${thing} "<the answer>", or ${atelier} reject ${thing}`]
    : [
        ...(request.commitSha === null ? [] : [`See the change: ${atelier} diff ${cycle}`]),
        ...(hasUntried(request.reasons) ? [`Try the rest first: ${atelier} approve ${thing} --try-rest`] : []),
        `Decide: ${atelier} approve ${thing}, or ${atelier} reject ${thing} --feedback "<what should be different>"`,
      ]

/** Every request that waits for a decision. */
export const pendingRequests = (client: Client): Promise<ListedRequest[]> =>
  Array.fromAsync(client.every(requests.listPendingRequests, { query: { status: 'pending' } }))
