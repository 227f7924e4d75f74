import { requests } from '../../../../domains/delivery/requests/contract.ts'
import { accountSentence } from '../../../../domains/delivery/tasks/rules/account-sentence.ts'
import { batchDecision, partsInBatch } from '../../../../domains/delivery/tasks/rules/in-batch.ts'
import { verdictOf, type Evidence } from '../../cycle/evidence.ts'
import { factLines } from '../../cycle/unshown.ts'
import { pendingRequests, type ListedRequest } from '../../cycle/request.ts'
import { Failure, usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { canAsk, confirm } from '../../terminal/ask.ts'
import { printable } from '../../terminal/text.ts'

type Parts = NonNullable<ReturnType<typeof partsInBatch>>

interface CleanChange {
  readonly request: ListedRequest
  readonly verdict: NonNullable<Evidence['verdict']>
  readonly parts: Parts
}

/**
 * `atelier approve --clean`: shows the changes that can be approved together, with their unseen lines, and approves them
 * together. A request is bound to its commit: a change that moved is left out.
 */
export const approveClean = async (session: Session, { yes = false }: { readonly yes?: boolean }): Promise<void> => {
  const { output, signal } = session
  const client = await session.client()
  const clean: CleanChange[] = []
  for (const request of await pendingRequests(client)) {
    if (request.requestType !== 'approval' || request.taskId === null || request.commitSha === null) continue
    const verdict = await verdictOf(client, request.taskId)
    const parts = partsInBatch(request.reasons, verdict)
    if (verdict && parts) clean.push({ request, verdict, parts })
  }
  if (clean.length === 0) {
    output.show([], 'No change waits whose parts are accounted for. Each other one is decided by itself.')
    return
  }
  for (const change of clean) for (const line of linesOf(change)) output.say(line)
  const question = clean.length === 1 ? 'Approve this change?' : `Approve these ${clean.length} changes?`
  if (!yes && !canAsk())
    throw usage('No terminal is here to ask. Read the list above, and approve it with --yes.', 'no_terminal')
  if (!yes && !(await confirm(question, signal))) return
  const decided: unknown[] = []
  for (const { request } of clean) {
    const params = { id: request.id }
    try {
      decided.push(await client.call(requests.resolvePendingRequest, { params, body: batchDecision }))
      output.print(`${printable(request.title)} Approved.`)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'request_not_pending') throw error
      output.print(`${printable(request.title)} Left out: it was decided, or its change moved, meanwhile.`)
    }
  }
  output.document(decided)
}

const linesOf = ({ request, verdict, parts }: CleanChange): string[] => [
  `${printable(request.title)} · ${printable(request.project.name)}`,
  ...(verdict.account ? [`    ${accountSentence(verdict.account)}`] : []),
  ...factLines(verdict).map((line) => `    ${line}`),
  ...parts.map(({ path, line, reason }) => {
    const place = line === undefined ? path : `${path}:${line}`
    return `    ${printable(place)}: ${printable(reason)}`
  }),
]
