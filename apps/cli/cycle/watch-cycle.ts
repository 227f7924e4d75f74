import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { followCycle, type CycleEvent } from '../client/follow.ts'
import { failed, type Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { openLive } from '../terminal/live.ts'
import { emptyTree, eventLine, grow, treeLines } from '../terminal/task-tree.ts'
import { printable, printableLines } from '../terminal/text.ts'

export type CycleDetail = Reply<typeof cycles.getCycle>

const everyMs = 1_000

/** Shows a run until it ends, on standard error, and as JSON lines; gives how the cycle stands then. */
export const watchCycle = async (session: Session, id: string): Promise<CycleDetail> => {
  const client = await session.client()
  session.ifInterrupted(`The run goes on without you. See it again: atelier watch ${id}\nTo end it: atelier stop ${id}`)
  const titles = new Map<string, string>()
  const first = await readTitles(client, id, titles)
  if (first.cycle.status === 'draft')
    session.output.say(`No run has begun yet; waiting for one. To begin it, elsewhere: atelier run ${id}`)
  const shown = session.output.live ? liveView(session, first.cycle.title, titles) : lineView(session, titles)
  try {
    const { signal } = session
    const onCut = () => shown.interrupt('The connection broke off; trying again.')
    for await (const event of followCycle(client, id, { signal, onCut })) {
      if (event.entityType === 'task' && !titles.has(event.entityId)) await readTitles(client, id, titles)
      shown.add(event)
      session.output.document({ type: 'event', event })
    }
  } finally {
    shown.end()
  }
  return client.call(cycles.getCycle, { params: { id } })
}

const readTitles = async (client: Client, id: string, titles: Map<string, string>) => {
  const detail = await client.call(cycles.getCycle, { params: { id } })
  for (const task of detail.tasks) titles.set(task.id, task.title)
  return detail
}

interface CycleView {
  add(event: CycleEvent): void
  /** Something to say in between. */
  interrupt(line: string): void
  end(): void
}

const liveView = ({ output }: Session, title: string, titles: ReadonlyMap<string, string>): CycleView => {
  const live = openLive(output.stderr)
  let tree = emptyTree
  const draw = () => live.draw(treeLines(tree, { title, titles, now: new Date(), paint: output.paintMessage }))
  const ticking = setInterval(draw, everyMs)
  draw()
  return {
    add: (event) => {
      tree = grow(tree, event)
      draw()
    },
    interrupt: (line) => {
      live.end()
      output.say(line)
    },
    end: () => {
      clearInterval(ticking)
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
  interrupt: (line) => output.say(line),
  end: () => undefined,
})

const logLinesMost = 40

/** What went wrong in a cycle that did not complete, with the end of the log; undefined when it completed. */
export const faultOf = ({ cycle }: CycleDetail): Failure | undefined => {
  if (cycle.status === 'completed') return undefined
  const again = `Run it again: atelier run ${cycle.id}`
  if (cycle.status !== 'failed')
    return failed('cycle_not_completed', `The run ended, and the cycle is ${cycle.status}. ${again}`)
  const { message = 'No reason was recorded.', step, code = 'run_failed', log } = cycle.failure ?? {}
  const lines = (log ?? '').trimEnd().split('\n').slice(-logLinesMost)
  return failed(
    code,
    [
      `The run failed${step ? ` at ${step}` : ''}: ${printable(message)}`,
      ...(log ? ['The end of its log:', ...lines.map((line) => `  ${printableLines(line)}`)] : []),
      `Nothing was merged. ${again}`,
    ].join('\n'),
    { cycleId: cycle.id, failure: cycle.failure },
  )
}
