import { atelier } from '../program/command.ts'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { isOver } from '../../../domains/delivery/cycles/rules.ts'
import { failureHeadline, headlineLine } from '../../../domains/delivery/sentences/rules/failure-headline.ts'
import { requests } from '../../../domains/delivery/requests/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { followCycle, type CycleEvent } from '../client/follow.ts'
import { failed, undefinedIf, unverified, waiting, type Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { openLiveLines } from '../terminal/live-lines.ts'
import { speakerLines, stepLine, type AgentStep } from '../terminal/step-line.ts'
import { emptyTree, eventLine, grow, treeLines, verdictText } from '../terminal/task-tree.ts'
import { cutText, printable, printableLines, counted } from '../terminal/text.ts'
import { followAgent } from './agent-steps.ts'
import { followWaits } from './run-waits.ts'
import { showAndDecide, type Decide } from './decide.ts'
import type { Request } from './request.ts'
import { review } from '../../../domains/delivery/review/contract.ts'
import { shortId } from '../ids.ts'
import { paintedPatch } from '../terminal/patch.ts'

export type CycleDetail = Reply<typeof cycles.getCycle>

const everyMs = 1_000

/**
 * Shows a run on standard error, and as JSON lines, and returns the state of the cycle then: until its end, or, if
 * `decide` leaves a request undecided, until that. Without `decide` the run is watched while it waits. `showsChange`
 * shows the diff of each task, too, once it was reviewed.
 */
export const watchCycle = async (
  session: Session,
  id: string,
  decide?: Decide,
  { showsChange = false }: { readonly showsChange?: boolean } = {},
): Promise<CycleDetail> => {
  const client = await session.client()
  const titles = new Map<string, string>()
  const first = await readTitles(client, id, titles)
  const { handle } = first.cycle
  session.ifInterrupted(
    `The run goes on without you. See it again: ${atelier} watch ${handle}\nTo end it: ${atelier} stop ${handle}`,
  )
  if (first.cycle.status === 'draft')
    session.output.say(`No run has begun yet; waiting for one. To begin it, elsewhere: ${atelier} run ${handle}`)
  const view = session.output.live ? liveView(session, first.cycle.title, titles) : lineView(session, titles)
  const { signal } = session
  const isPast = isEarlierTask(first)
  const speakerLine = speakerLines(titles, isPast)
  const step = (one: AgentStep) => {
    const line = stepLine(one)
    if (line === undefined) return
    const speaker = speakerLine(one.taskId)
    if (speaker !== undefined) view.note(speaker)
    view.note(line)
  }
  let isAsking = false
  const say = (line: string) => {
    if (!isAsking) view.note(`      ${line}`)
  }
  const isForPerson = !session.output.json
  const agent = isForPerson ? followAgent(client, id, { isPast, signal, step, spent: view.spent }) : undefined
  const waits = isForPerson ? followWaits(client, id, { signal, say }) : undefined
  try {
    const onCut = () => view.interrupt('The connection broke off; trying again.')
    for await (const event of followCycle(client, id, { signal, onCut })) {
      if (event.entityType === 'task' && !titles.has(event.entityId)) await readTitles(client, id, titles)
      view.add(event)
      session.output.document({ type: 'event', event })
      if (showsChange && isForPerson && !isPast(event.entityId))
        for (const line of await changeLines(session, client, event)) view.note(line)
      const request = await requestIn(client, event)
      if (!request) continue
      isAsking = true
      await agent?.hold()
      const goesOn = await view.aside(() => showAndDecide(session, request, decide))
      agent?.release()
      isAsking = false
      if (decide && !goesOn) break
    }
  } finally {
    await Promise.all([agent?.end(), waits?.end()])
    view.end()
  }
  return client.call(cycles.getCycle, { params: { id } })
}

/** Which tasks are of runs that are over. Those of a later run have greater ids, and only the newest run's are shown. */
export const isEarlierTask = ({ cycle, tasks }: Pick<CycleDetail, 'cycle' | 'tasks'>) => {
  const ran = tasks.filter(({ runId }) => runId !== null)
  const ofRun = isOver(cycle.status) ? [] : ran.filter(({ runId }) => runId === cycle.runId)
  const first = idsOf(ofRun).at(0)
  const last = idsOf(ran).at(-1)
  return (taskId: string): boolean => (first === undefined ? last !== undefined && taskId <= last : taskId < first)
}

const idsOf = (tasks: CycleDetail['tasks']) => tasks.map(({ id }) => id).sort()

const readTitles = async (client: Client, id: string, titles: Map<string, string>) => {
  const detail = await client.call(cycles.getCycle, { params: { id } })
  for (const task of detail.tasks) titles.set(task.id, task.title)
  return detail
}

/** The request of an event, if it is still to be decided: a stream begins with old events. */
const requestIn = async (client: Client, { eventType, entityId }: CycleEvent): Promise<Request | undefined> => {
  if (eventType !== 'pending_request.created') return undefined
  const request = await client.call(requests.getPendingRequest, { params: { id: entityId } })
  return request.status === 'pending' ? request : undefined
}

interface CycleView {
  add(event: CycleEvent): void
  /** Lets other work use the screen in between. */
  aside<T>(work: () => Promise<T>): Promise<T>
  /** A line that stays, above the redrawn part. */
  note(line: string): void
  /** Spent and left amounts: beside the run if that is drawn again, else a line. */
  spent(text: string): void
  /** A message in between. */
  interrupt(line: string): void
  end(): void
}

const liveView = ({ output }: Session, title: string, titles: ReadonlyMap<string, string>): CycleView => {
  const live = openLiveLines(output.stderr)
  let tree = emptyTree
  let spent: string | undefined
  const columns = () => output.stderr.columns || 80
  const draw = () =>
    live.draw(
      treeLines(tree, { title, titles, now: new Date(), spent, paint: output.paintMessage, columns: columns() }),
    )
  let ticking = setInterval(draw, everyMs)
  let isAside = false
  draw()
  return {
    add: (event) => {
      tree = grow(tree, event)
      draw()
    },
    aside: async (work) => {
      clearInterval(ticking)
      live.end()
      isAside = true
      const result = await work()
      isAside = false
      ticking = setInterval(draw, everyMs)
      return result
    },
    note: (line) => {
      if (!isAside) live.draw([])
      live.end()
      output.say(cutText(line, columns()))
      if (!isAside) draw()
    },
    spent: (text) => {
      spent = text
      if (!isAside) draw()
    },
    interrupt: (line) => {
      live.end()
      output.say(line)
    },
    end: () => {
      clearInterval(ticking)
      // The use is shown at the end, with that of the steps after the agent.
      spent = undefined
      draw()
      live.end()
    },
  }
}

const lineView = ({ output }: Session, titles: ReadonlyMap<string, string>): CycleView => ({
  add: (event) => {
    const line = eventLine(event, titles, output.paintMessage)
    if (line !== undefined) output.say(line)
  },
  aside: (work) => work(),
  note: (line) => output.say(line),
  spent: (text) => output.say(`      ${output.paintMessage('dim', text)}`),
  interrupt: (line) => output.say(line),
  end: () => undefined,
})

const logLinesMost = 40

/** The failure of a cycle that did not complete, with the end of the log; undefined if it completed. */
export const cycleFailure = ({ cycle, tasks }: CycleDetail): Failure | undefined => {
  if (cycle.status === 'completed') return undefined
  if (cycle.status === 'blocked') {
    const then = `Nothing is merged yet. Once it is decided: ${atelier} watch ${cycle.handle}`
    const verdicts = tasks.filter(({ runId }) => runId === cycle.runId).map(({ verdict }) => verdict)
    const unproved = (['unverified', 'checked', 'shown'] as const).find((verdict) => verdicts.includes(verdict))
    return unproved
      ? unverified(unproved, `The change is ${verdictText(unproved, [])}. ${then}`)
      : waiting('waits_for_decision', then)
  }
  const again = `Run it again: ${atelier} run ${cycle.handle}`
  if (cycle.status !== 'failed')
    return failed('cycle_not_completed', `The run ended, and the cycle is ${cycle.status}. ${again}`)
  const { message = 'No reason was recorded.', step, code = 'run_failed', log } = cycle.failure ?? {}
  const { rest } = failureHeadline(message)
  const lines = (log ?? '').trimEnd().split('\n').slice(-logLinesMost)
  const end = ['review_shown', 'review_checked', 'review_unverified'].includes(code) ? unverified : failed
  return end(
    code,
    [
      `The run failed${step ? ` at ${step}` : ''}: ${printable(headlineLine(message))}`,
      ...indented(rest),
      ...(log ? ['The end of its log:', ...indented(lines.join('\n'))] : []),
      ...failureAdvice({ handle: cycle.handle, code, hasTasks: tasks.some(({ runId }) => runId === cycle.runId) }),
    ].join('\n'),
    { cycleId: cycle.id, failure: cycle.failure },
  )
}

const indented = (text: string) => (text === '' ? [] : text.split('\n').map((line) => `  ${printableLines(line)}`))

interface FailedRun {
  readonly handle: string
  readonly code: string
  /** Whether the run came as far as a task, so that there are logs. */
  readonly hasTasks: boolean
}

/** The command that shows more of a failed run, and what to do about it, in a line each. */
export const failureAdvice = ({ handle, code, hasTasks }: FailedRun): readonly string[] => [
  ...(hasTasks ? [`Its log: ${atelier} logs ${handle}${isOfAgent(code) ? ' --agent' : ''}`] : []),
  `Nothing was merged. ${adviceFor(code, handle)}Run it again: ${atelier} run ${handle}`,
]

const isOfAgent = (code: string) => /^(agent_|provider_|step_limit|no_change|gave_up)/.test(code)

const advice: readonly (readonly [code: RegExp, say: (handle: string) => string])[] = [
  [/_cap_reached$/, (handle) => `Raise the cap: ${atelier} budget --cycle ${handle} --cap <dollars>. `],
  [
    /^provider_|^model_|^no_model/,
    () => `Look at the model: ${atelier} models endpoints, or choose one: ${atelier} models found. `,
  ],
  [/^review_/, (handle) => `See the change: ${atelier} diff ${handle}. `],
  [/^no_change$|^gave_up$|^agent_/, (handle) => `Say more: ${atelier} steer "<words>" ${handle}. `],
]

const adviceFor = (code: string, handle: string) => advice.find(([pattern]) => pattern.test(code))?.[1](handle) ?? ''

const linesMost = 60

/**
 * The diff of a task as lines for a person who watches, once its review has read it; none for any other event, or
 * without one.
 */
export const changeLines = async (
  { output }: Session,
  client: Client,
  { eventType, entityId }: CycleEvent,
): Promise<readonly string[]> => {
  if (eventType !== 'task.reviewed') return []
  const evidence = await client
    .call(review.getTaskReviewEvidence, { params: { id: entityId } })
    .catch(undefinedIf(({ code }) => code !== 'not_reached'))
  if (!evidence?.patch) return []
  const lines = evidence.patch.trimEnd().split('\n')
  const hidden = lines.length - linesMost
  const patchLines = paintedPatch(lines.slice(0, linesMost).join('\n'), output.paintMessage).split('\n')
  const isCut = hidden > 0 || evidence.patchTruncated
  const more = `${hidden > 0 ? `${counted(hidden, 'more line')}. ` : ''}All of it: ${atelier} diff ${shortId(entityId)}`
  return [...patchLines, ...(isCut ? [more] : [])].map((line) => `      ${line}`)
}
