import { setTimeout as delay } from 'node:timers/promises'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { tasks } from '../../../domains/delivery/tasks/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { atelier } from '../command.ts'
import { tasksMeant } from '../cycle/evidence.ts'
import { absent, failed } from '../failure.ts'
import { chooseCycleOrTask } from '../project.ts'
import type { Session } from '../session.ts'
import { durationText, printable, printableLines } from '../terminal/text.ts'

export interface CheckOptions {
  readonly wait: boolean
}

type Rerun = Reply<typeof cycles.rerunTaskCheck>

/** `atelier check <name> [cycle or task]`: runs one check again, and waits for what it says. */
export const check = async (
  session: Session,
  name: string,
  named: string | undefined,
  { wait }: CheckOptions,
): Promise<void> => {
  const { output, signal } = session
  const client = await session.client()
  const [id] = await tasksMeant(client, await chooseCycleOrTask(session, named))
  if (id === undefined) throw absent('no_task', `This cycle has no task yet. Run it first: ${atelier} run`)
  const asked = await client.call(cycles.rerunTaskCheck, { params: { id }, body: { name } })
  const ended = wait ? await endOf(client, asked, signal) : asked
  output.document(ended)
  if (ended.outcome === null) output.print(`${printable(name)} is being run again.`)
  else show(session, ended)
}

const show = ({ output }: Session, { name, outcome, log, durationMs }: Rerun): void => {
  if (log !== '') output.print(printableLines(log.trimEnd()))
  const took = durationText(durationMs ?? 0)
  if (outcome !== 'passed')
    throw failed(
      'check_not_passed',
      `${printable(name)} ${outcome === 'failed' ? 'failed again' : 'could not run'} (${took}).`,
    )
  output.print(`${printable(name)} passed this time (${took}). The verdict stays as it was.`)
}

const lookEveryMs = 500

const endOf = async (client: Client, { id, taskId }: Rerun, signal: AbortSignal): Promise<Rerun> => {
  for (;;) {
    const { checkReruns } = await client.call(tasks.getTaskReviewEvidence, { params: { id: taskId } })
    const found = checkReruns.find((rerun) => rerun.id === id)
    if (found?.outcome) return found
    await delay(lookEveryMs, undefined, { signal })
  }
}
