import { atelier } from '../../program/command.ts'
import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { requests } from '../../../../domains/delivery/requests/contract.ts'
import { deliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import { isAskedForParts } from '../../../../domains/delivery/tasks/rules/in-batch.ts'
import { defined, type Client } from '../../client/client.ts'
import { approvalLines, ownApprovals, type Approval } from '../../cycle/approval.ts'
import { verdictOf } from '../../cycle/evidence.ts'
import { factLines } from '../../cycle/unshown.ts'
import { pendingRequests, requestLines, waysToDecide, type Request } from '../../cycle/request.ts'
import { namesOfWaiting } from '../../cycle/waiting-names.ts'
import { parseHandle } from '../../../../domains/code/projects/rules.ts'
import { usage } from '../../failure.ts'
import { findByHandle, chooseCycle } from '../../project.ts'
import { chooseId, shortId } from '../../ids.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

// The facts of each request need a read of their own.
const factsMost = 20

/** `atelier inbox`: prints questions and approvals that wait for a person. */
export const inbox = async ({ client, output }: Session): Promise<void> => {
  const at = await client()
  const [rows, approvals] = await Promise.all([pendingRequests(at), ownApprovals(at)])
  output.document([...rows, ...approvals])
  if (rows.length + approvals.length === 0) output.print('Nothing waits for a decision.')
  const together = rows.filter(({ requestType, reasons }) => requestType === 'approval' && isAskedForParts(reasons))
  if (together.length > 1)
    output.print(`Approve at once what tests account for, after a look at the rest: ${atelier} approve --clean`)
  const factsOf = async ({ taskId }: Request, place: number) =>
    place < factsMost && taskId !== null ? factLines(await verdictOf(at, taskId)) : []
  const [namesOf, facts] = await Promise.all([
    namesOfWaiting(at, [...rows, ...approvals]),
    Promise.all(rows.map(factsOf)),
  ])
  for (const [place, row] of rows.entries()) {
    const [title, ...reasons] = requestLines(row)
    const names = namesOf(row)
    output.print(
      `${names.thing}  ${output.paint('bold', title!)} · ${printable(row.project.name)} · ${output.since(row.createdAt)}`,
    )
    const indented = [...facts[place]!, ...waysToDecide(row, names)].map((line) => `  ${line}`)
    for (const line of [...reasons, ...indented]) output.print(`        ${line}`)
  }
  for (const approval of approvals) {
    const names = namesOf(approval)
    const [title, ...ways] = approvalLines(approval, names)
    output.print(`${names.thing}  ${output.paint('bold', title!)} · ${output.since(approval.requestedAt)}`)
    for (const way of ways) output.print(`        ${way}`)
  }
}

interface ApproveOptions {
  readonly note?: string
  readonly clean?: true
  readonly yes?: true
  readonly tryRest?: true
}

/** `atelier approve <request>`, and `atelier approve --clean` for all changes that are decided beside others. */
export const approve = async (
  session: Session,
  named: string | undefined,
  { note, clean, yes, tryRest }: ApproveOptions,
) => {
  if (named !== undefined && tryRest) return decide(session, named, { status: 'rest' })
  if (named !== undefined && !clean)
    return decide(session, named, { status: 'approved', ...defined({ decision: note }) })
  if (named !== undefined || !clean) throw usage(await whichToApprove(session), 'no_request')
  return (await import('./approve-clean.ts')).approveClean(session, { ...(yes && { yes }) })
}

/** The commands that approve what waits, for somebody who named nothing. */
const whichToApprove = async ({ client }: Session): Promise<string> => {
  const at = await client()
  const waiting = (await Promise.all([pendingRequests(at), ownApprovals(at)])).flat()
  const namesOf = await namesOfWaiting(at, waiting)
  return [
    'Name one request, or approve all with --clean.',
    ...waiting.slice(0, shownMost).map((one) => `  ${atelier} approve ${namesOf(one).thing}  ${printable(one.title)}`),
    ...(waiting.length > shownMost ? [`${atelier} inbox lists all ${waiting.length}.`] : []),
  ].join('\n')
}

const shownMost = 5

/** `atelier reject <request>` */
export const reject = (session: Session, named: string, { feedback }: { readonly feedback?: string }) =>
  decide(session, named, { status: 'denied', ...defined({ feedback }) })

/** `atelier answer <request> <words>` */
export const answer = async ({ client, output }: Session, named: string, words: string): Promise<void> => {
  const at = await client()
  const params = { id: await requestNamed(at, named, []) }
  if ((await at.call(requests.getPendingRequest, { params })).requestType !== 'question')
    throw usage(`This asks for a decision: use ${atelier} approve or ${atelier} reject.`, 'no_question')
  const body = { status: 'approved' as const, decision: words }
  const answered = await at.call(requests.resolvePendingRequest, { params, body })
  output.show(answered, `${printable(answered.title)}: answered. Agents of the cycle read it.`)
}

/** `atelier ask-client <title> <question> [cycle]` */
export const askClient = async (
  session: Session,
  body: { readonly title: string; readonly question: string },
  named: string | undefined,
): Promise<void> => {
  const at = await session.client()
  const cycleId = await chooseCycle(session, named)
  const question = await at.call(cycles.askClientQuestion, { body: { ...body, cycleId } })
  session.output.document(question)
  session.output.print(
    `Asked as ${shortId(question.id)}. Clients who may steer the project find it in their inbox; nothing waits for it.`,
  )
}

const decide = async (
  { client, output }: Session,
  named: string,
  body: { readonly status: 'approved' | 'denied' | 'rest'; readonly decision?: string; readonly feedback?: string },
) => {
  const at = await client()
  const approvals = await ownApprovals(at)
  const id = await requestNamed(at, named, approvals)
  const approval = approvals.find((one) => one.id === id)
  if (approval && body.status === 'rest') throw usage('A deliverable has no parts to try.', 'nothing_to_try')
  if (approval) return decideApproval(at, output, approval, body)
  const decided = await at.call(requests.resolvePendingRequest, { params: { id }, body })
  output.document(decided)
  const outcome = body.status === 'rest' ? printable(decided.decision ?? '') : outcomes[decided.status]
  output.print(`${printable(decided.title)} ${outcome}${whatFollows(decided)}`)
}

const decideApproval = async (
  client: Client,
  output: Session['output'],
  { id, cycleId, title }: Approval,
  { status, decision, feedback }: Parameters<typeof decide>[2],
) => {
  const params = { cycleId, approvalId: id }
  const outcome = status === 'approved' ? ('approved' as const) : ('changes_requested' as const)
  const body = defined({ decision: outcome, comment: decision ?? feedback })
  const decided = await client.call(deliverables.decideDeliverableApproval, { params, body })
  output.document(decided)
  const words = decided.decision === 'approved' ? 'Approved.' : 'Changes are asked for.'
  output.print(`“${printable(title)}”, revision ${decided.revision}: ${words} ${printable(decided.reason.message)}`)
}

const outcomes = { pending: 'Pending.', approved: 'Approved.', denied: 'Denied.', cancelled: 'Cancelled.' }

const whatFollows = ({ blocking, cycleId }: Request) =>
  blocking ? ` The run goes on with that: ${atelier} watch ${shortId(cycleId)}` : ''

/** The request with that id, in the cycle or task of that handle, or whose id begins or ends so. */
const requestNamed = async (client: Client, named: string, approvals: readonly Approval[]): Promise<string> =>
  (await waitingAt(client, named, approvals)) ??
  chooseId(named, waitingOf(client, approvals), {
    one: 'request',
    list: `${atelier} inbox`,
    describe: ({ title }) => title,
  })

/** The request of the cycle or task of a handle such as HAR-12, if it has one; undefined for other texts. */
const waitingAt = async (client: Client, named: string, approvals: readonly Approval[]) => {
  if (parseHandle(named) === undefined) return undefined
  const cycleId = await findByHandle(client, named, 'cycle')
  const taskId = await findByHandle(client, named, 'task')
  const found = [
    ...approvals.filter((one) => one.cycleId === cycleId),
    ...(await pendingRequests(client)).filter((one) => one.cycleId === cycleId || (taskId && one.taskId === taskId)),
  ]
  if (found.length > 1)
    throw usage(
      [
        `${found.length} requests wait in ${printable(named)}:`,
        ...found.slice(0, 10).map(({ id, title }) => `  ${shortId(id)}  ${printable(title)}`),
        'Give the id of one.',
      ].join('\n'),
      'ambiguous_id',
    )
  return found[0]?.id
}

async function* waitingOf(client: Client, approvals: readonly Approval[]) {
  yield* approvals
  yield* client.every(requests.listPendingRequests, { query: { status: 'pending' } })
}
