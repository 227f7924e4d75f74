import { atelier } from '../command.ts'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { decideFor, type Decide } from '../cycle/decide.ts'
import { faultOf, watchCycle, type CycleDetail } from '../cycle/watch-cycle.ts'
import { chooseCycle } from '../project.ts'
import type { Session } from '../session.ts'
import { verdictText } from '../terminal/task-tree.ts'
import { printable } from '../terminal/text.ts'

/** `atelier run [cycle]` */
export const run = async (
  session: Session,
  named: string | undefined,
  options: { readonly acceptUnverified?: boolean },
): Promise<void> => {
  const id = await chooseCycle(session, named)
  const client = await session.client()
  await client.call(cycles.executeCycle, { params: { id } })
  await watchToEnd(session, id, decideFor(session, options))
}

/** `atelier watch [cycle]` */
export const watch = async (session: Session, named: string | undefined): Promise<void> =>
  watchToEnd(session, await chooseCycle(session, named))

const watchToEnd = async (session: Session, id: string, decide?: Decide) => {
  const detail = await watchCycle(session, id, decide)
  session.output.document({ type: 'end', ...detail })
  const fault = faultOf(detail)
  if (fault) throw fault
  session.output.print(`${mergedText(detail)}\nSee the change: ${atelier} diff ${id}\nGet it: ${atelier} pull`)
}

export const mergedText = (detail: CycleDetail): string => {
  const { title, mergedSha } = detail.cycle
  return `“${printable(title)}” is merged${mergedSha ? ` as commit ${mergedSha.slice(0, 12)}` : ''}, ${verdictOf(detail)}.`
}

const verdictOf = ({ cycle, tasks }: CycleDetail): string => {
  const ran = tasks.filter(({ runId }) => runId === cycle.runId)
  if (ran.length === 0 || ran.some(({ verdict }) => verdict !== 'verified')) return verdictText('unverified', [])
  return verdictText('verified', [...new Set(ran.flatMap(({ provedBy }) => provedBy))])
}

/** `atelier stop [cycle]` */
export const stop = async (session: Session, named: string | undefined): Promise<void> => {
  const id = await chooseCycle(session, named)
  const client = await session.client()
  const cycle = await client.call(cycles.stopCycle, { params: { id } })
  session.output.print(`“${printable(cycle.title)}” is ${cycle.status}. Run it again later: ${atelier} run ${id}`)
  session.output.document(cycle)
}
