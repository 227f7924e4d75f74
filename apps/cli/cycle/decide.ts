import { requests } from '../../../domains/delivery/requests/contract.ts'
import { Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { printable } from '../terminal/text.ts'
import { requestLines, waysToDecide, type Request } from './request.ts'

export interface Decision {
  readonly status: 'approved' | 'denied'
  readonly decision?: string
  readonly feedback?: string
}

/** Decides here and now on what a run waits for; undefined where that is left to somebody else, or to later. */
export type Decide = (request: Request) => Promise<Decision | undefined>

/** Asks whoever sits at the terminal; where nobody does, it is left to `atelier approve` and `atelier reject`. */
export const askInPlace =
  ({ output, signal }: Session): Decide =>
  async ({ requestType }) => {
    if (output.json || !canAsk()) return undefined
    if (requestType === 'question') {
      const decision = await ask('Your answer; without one it is left for later: ', '', signal)
      return decision === '' ? undefined : { status: 'approved', decision }
    }
    const answer = await ask('Merge it? [y]es, [n]o, or [l]ater: ', 'later', signal)
    if (/^(y|yes)$/i.test(answer)) return { status: 'approved' }
    if (!/^(n|no)$/i.test(answer)) return undefined
    const feedback = await ask('What should be different? Without an answer the change is given up: ', '', signal)
    return { status: 'denied', ...(feedback !== '' && { feedback }) }
  }

export interface AcceptOptions {
  readonly acceptChecked?: boolean
  readonly acceptUnverified?: boolean
}

/**
 * Accepts a change that is checked or unverified, for a script with that option, and leaves every other change to
 * `other`: above all one whose tests prove less than before.
 */
const accept =
  (word: 'checked' | 'unverified', other: Decide): Decide =>
  async ({ reasons, ...request }) => {
    const accepted = word === 'checked' ? ['checked'] : ['checked', 'unverified']
    const isAccepted = reasons.length > 0 && reasons.every(({ code }) => accepted.includes(code))
    const decision = `Accepted ${word}, by --accept-${word}.`
    return isAccepted ? { status: 'approved', decision } : other({ reasons, ...request })
  }

/** Who decides on what a run of this command waits for. */
export const decideFor = (session: Session, { acceptChecked, acceptUnverified }: AcceptOptions): Decide => {
  const asking = askInPlace(session)
  if (acceptUnverified) return accept('unverified', asking)
  return acceptChecked ? accept('checked', asking) : asking
}

/** Shows what a run waits for and lets `decide` answer; false where the run goes on waiting. */
export const showAndDecide = async (session: Session, request: Request, decide: Decide | undefined) => {
  const { output } = session
  output.say('The run waits for a decision:')
  for (const line of requestLines(request)) output.say(`  ${line}`)
  const decision = await decide?.(request)
  if (!decision) {
    for (const line of waysToDecide(request)) output.say(line)
    return false
  }
  await send(session, request.id, decision)
  return true
}

/** Sends a decision; where somebody else was faster, theirs holds, and is said. */
const send = async (session: Session, id: string, decision: Decision) => {
  const client = await session.client()
  try {
    await client.call(requests.resolvePendingRequest, { params: { id }, body: decision })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'request_not_pending') throw error
    const { status, decidedBy } = await client.call(requests.getPendingRequest, { params: { id } })
    session.output.say(`It is ${status} already${decidedBy ? `, by ${printable(decidedBy)}` : ''}.`)
  }
}
