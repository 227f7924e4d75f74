import { setTimeout as delay } from 'node:timers/promises'
import { runs } from '../../../../domains/delivery/runs/contract.ts'
import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { review } from '../../../../domains/delivery/review/contract.ts'
import { tasks } from '../../../../domains/delivery/tasks/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { chosenTasks } from '../../cycle/evidence.ts'
import { absent, failed } from '../../failure.ts'
import { chooseCycleOrTask } from '../../project.ts'
import type { Session } from '../../session.ts'
import { durationText, printable, printableLines } from '../../terminal/text.ts'

type Rerun = Reply<typeof runs.rerunTaskCheck>

/** `atelier check <name> [cycle or task]`: runs a check again, and waits for its result. */
export const check = async (
  session: Session,
  name: string,
  named: string | undefined,
  { wait }: { readonly wait: boolean },
): Promise<void> => {
  const { output, signal } = session
  const client = await session.client()
  const [id] = await chosenTasks(client, await chooseCycleOrTask(session, named))
  if (id === undefined) throw absent('no_task', `This cycle has no task yet. Run it first: ${atelier} run`)
  const rerun = await client.call(runs.rerunTaskCheck, { params: { id }, body: { name } })
  const ended = wait ? await endOf(client, rerun, signal) : rerun
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

/** The evidence takes programs of the server’s, so it is asked for once: when an event reports the end of the check. */
const endOf = async (client: Client, { id, taskId }: Rerun, signal: AbortSignal): Promise<Rerun> => {
  const { cycleId } = await client.call(tasks.getTask, { params: { id: taskId } })
  const news = openNews(client, cycleId)
  while (!(await news()).some((event) => event.eventType === 'task.rechecked' && event.payload.checkRerunId === id))
    await delay(lookEveryMs, undefined, { signal })
  const { checkReruns } = await client.call(review.getTaskReviewEvidence, { params: { id: taskId } })
  return checkReruns.find((rerun) => rerun.id === id)!
}

/** Each call returns the events of a cycle since the previous call: all events the first time. */
const openNews = (client: Client, cycleId: string) => {
  let newest: string | undefined
  return async () => {
    const news: Reply<typeof cycles.getCycleTimeline> = []
    const input = { params: { id: cycleId }, query: { limit: 20 } }
    for await (const event of client.every(cycles.getCycleTimeline, input)) {
      if (event.id === newest) break
      news.push(event)
    }
    newest = news[0]?.id ?? newest
    return news
  }
}
