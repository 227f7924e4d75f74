import { atelier } from '../../program/command.ts'
import { runs } from '../../../../domains/delivery/runs/contract.ts'
import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { decideFor, type AcceptOptions, type Decide } from '../../cycle/decide.ts'
import { availableEvidence } from '../../cycle/evidence.ts'
import { readUsage } from '../../cycle/spent.ts'
import { runVerdict, summaryLines } from '../../cycle/summary.ts'
import { cycleFailure, watchCycle, type CycleDetail } from '../../cycle/watch-cycle.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

export interface RunOptions extends AcceptOptions {
  readonly desktop?: boolean
}

/** `atelier run [cycle]` */
export const run = async (session: Session, named: string | undefined, options: RunOptions): Promise<void> => {
  const id = await chooseCycle(session, named)
  const client = await session.client()
  const query = options.desktop && { query: { mode: 'desktop' as const } }
  await client.call(runs.executeCycle, { params: { id }, ...query })
  await watchToEnd(session, id, decideFor(session, options))
}

/** `atelier watch [cycle]` */
export const watch = async (session: Session, named: string | undefined): Promise<void> =>
  watchToEnd(session, await chooseCycle(session, named))

const watchToEnd = async (session: Session, id: string, decide?: Decide) => {
  const { output } = session
  const detail = await watchCycle(session, id, decide, { showsChange: true })
  const client = await session.client()
  const usage = (await readUsage(client, id)) ?? null
  output.document({ type: 'end', ...detail, usage })
  const fault = cycleFailure(detail)
  const lines = output.json ? [] : summaryLines({ detail, usage, evidence: await availableEvidence(client, detail) })
  if (fault) {
    for (const line of lines) output.say(line)
    throw fault
  }
  const next = [`See the change: ${atelier} diff ${detail.cycle.handle}`, `Get it: ${atelier} pull`]
  output.print([mergedText(detail), ...lines, ...next].join('\n'))
}

export const mergedText = (detail: CycleDetail): string => {
  const { title, mergedSha } = detail.cycle
  return `“${printable(title)}” is merged${mergedSha ? ` as commit ${mergedSha.slice(0, 12)}` : ''}, ${runVerdict(detail)}.`
}

/** `atelier stop [cycle]` */
export const stop = async (session: Session, named: string | undefined): Promise<void> => {
  const id = await chooseCycle(session, named)
  const client = await session.client()
  const cycle = await client.call(cycles.stopCycle, { params: { id } })
  session.output.print(
    `“${printable(cycle.title)}” is ${cycle.status}. Run it again later: ${atelier} run ${cycle.handle}`,
  )
  session.output.document(cycle)
}
