import { requests } from '../../../domains/delivery/requests/contract.ts'
import { atelier } from '../program/command.ts'
import { Failure } from '../failure.ts'
import { shortId } from '../ids.ts'
import type { Session } from '../session.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { paintedPatch } from '../terminal/patch.ts'
import { counted, printable } from '../terminal/text.ts'
import { readEvidence, verdictOf } from './evidence.ts'
import { requestLines, waysToDecide, type Request } from './request.ts'
import { unshownLines } from './unshown.ts'

export interface Decision {
  readonly status: 'approved' | 'denied'
  readonly decision?: string
  readonly feedback?: string
}

/** Decides here and now on a run's request; undefined leaves it to another person, or to later. */
export type Decide = (request: Request) => Promise<Decision | undefined>

/** Commits whose change a person read while the run waited: its list of what no test shows, and its whole patch. */
export interface ReadChanges {
  readonly lists: Set<string>
  readonly patches: Set<string>
}

export const noReadChanges = (): ReadChanges => ({ lists: new Set(), patches: new Set() })

/** Asks the person at the terminal; without one, the request is left to `atelier approve` and `atelier reject`. */
export const askInPlace =
  (session: Session, { patches }: ReadChanges = noReadChanges()): Decide =>
  async (request) => {
    const { output, signal } = session
    if (output.json || !canAsk()) return undefined
    if (request.requestType === 'question') {
      const decision = await ask('Your answer; without one it is left for later: ', '', signal)
      return decision === '' ? undefined : { status: 'approved', decision }
    }
    const answer = await askToMerge(session, request, patches)
    if (/^(y|yes)$/i.test(answer)) return { status: 'approved' }
    if (!/^(n|no)$/i.test(answer)) return undefined
    const feedback = await ask('What should be different? Without an answer the change is given up: ', '', signal)
    return { status: 'denied', ...(feedback !== '' && { feedback }) }
  }

/** The answer to the merge question, which comes again after each look at the diff. */
const askToMerge = async (session: Session, { taskId }: Request, read: ReadChanges['patches']): Promise<string> => {
  const question = `Merge it? ${taskId === null ? '' : '[d]iff, '}[y]es, [n]o, or [l]ater: `
  for (;;) {
    const answer = await ask(question, 'later', session.signal)
    if (taskId === null || !/^(d|diff)$/i.test(answer)) return answer
    await sayDiff(session, taskId, read)
  }
}

const diffLinesMost = 300

/** Shows the diff of a task beside the prompt, cut if it is long: standard output belongs to the result. */
const sayDiff = async (session: Session, id: string, read: ReadChanges['patches']) => {
  const { output } = session
  const [evidence] = await readEvidence(await session.client(), id)
  if (!evidence?.patch) {
    output.say(`This task has no diff. See its files: ${atelier} diff ${shortId(id)}`)
    return
  }
  const lines = evidence.patch.trimEnd().split('\n')
  output.say(paintedPatch(lines.slice(0, diffLinesMost).join('\n'), output.paintMessage))
  const hidden = lines.length - diffLinesMost
  const isCut = hidden > 0 || evidence.patchTruncated
  if (!isCut) read.add(evidence.headSha)
  else
    output.say(`${hidden > 0 ? `${counted(hidden, 'more line')}. ` : ''}See all of it: ${atelier} diff ${shortId(id)}`)
}

export interface AcceptOptions {
  readonly acceptShown?: boolean
  readonly acceptChecked?: boolean
  readonly acceptUnverified?: boolean
}

/** The reasons of a request that each option accepts: its own word, and words for changes with better tests. */
const coveredWords = {
  shown: ['shown'],
  checked: ['shown', 'checked'],
  unverified: ['shown', 'checked', 'unverified'],
} as const

/**
 * Accepts a change that is shown, checked or unverified, for a script with that option, and leaves every other change to
 * `other`: above all one whose tests prove less than before, and one of which a person has to see what no test shows.
 */
const accept =
  (word: keyof typeof coveredWords, other: Decide): Decide =>
  async (request) => {
    const { reasons } = request
    const words: readonly string[] = coveredWords[word]
    // A text or a style is covered by `checked` of a document.
    const isCovered = ({ code, kind }: (typeof reasons)[number]) =>
      words.includes(kind === 'shape_changed' ? 'checked' : code)
    const isAccepted = reasons.length > 0 && reasons.every(isCovered)
    return isAccepted ? { status: 'approved', decision: `Accepted ${word}, by --accept-${word}.` } : other(request)
  }

/** The source of decisions on the requests of this command's run. */
export const decideFor = (session: Session, options: AcceptOptions, read = noReadChanges()): Decide => {
  const decide = acceptOrAsk(options, askInPlace(session, read))
  return (request) => {
    if (request.commitSha !== null) read.lists.add(request.commitSha)
    return decide(request)
  }
}

const acceptOrAsk = (options: AcceptOptions, asking: Decide): Decide => {
  if (options.acceptUnverified) return accept('unverified', asking)
  if (options.acceptChecked) return accept('checked', asking)
  return options.acceptShown ? accept('shown', asking) : asking
}

/** Shows the requests of a run and lets `decide` answer; false if the run continues waiting. */
export const showAndDecide = async (session: Session, request: Request, decide: Decide | undefined) => {
  const { output } = session
  const { taskId, requestType } = request
  const isChange = requestType === 'approval' && taskId !== null
  const messages = request.reasons.map(({ message }) => message)
  const unshown = isChange ? unshownLines(await verdictOf(await session.client(), taskId), messages) : []
  output.say('The run waits for a decision:')
  // The list below has them, by file.
  const reasons = request.reasons.filter(({ code }) => unshown.length === 0 || code !== 'unseen')
  for (const line of requestLines({ ...request, reasons })) output.say(`  ${line}`)
  for (const line of unshown) output.say(line)
  const decision = await decide?.(request)
  if (!decision) {
    for (const line of waysToDecide(request)) output.say(line)
    return false
  }
  await send(session, request.id, decision)
  return true
}

/** Sends a decision; if another person was faster, their decision holds and is shown. */
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
