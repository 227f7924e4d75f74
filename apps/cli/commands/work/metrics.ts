import { metrics as contract } from '../../../../domains/delivery/metrics/contract.ts'
import type { Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { shortId } from '../../ids.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { counted, durationText, printable } from '../../terminal/text.ts'

interface MetricsOptions extends ProjectOption {
  readonly days?: string
}

type Metrics = Reply<typeof contract.getProjectCycleMetrics>

/** `atelier metrics`: prints how many cycles complete, how long they take, and which are at work. */
export const metrics = async (session: Session, { project, days }: MetricsOptions): Promise<void> => {
  if (days !== undefined && !/^[1-9]\d{0,2}$/.test(days)) throw usage('--days is a whole number from 1 to 365.')
  const { client, id } = await openProject(session, { project })
  const query = days === undefined ? {} : { days: Number(days) }
  const found = await client.call(contract.getProjectCycleMetrics, { params: { id }, query })
  session.output.show(found, linesOf(found))
  if (found.truncated) session.output.say('More happened than these figures are told from. Ask for fewer days.')
}

const linesOf = (found: Metrics): string[] => {
  const { throughput, cycleTime, leadTime, automation, wip, agingWip } = found
  return [
    `Completed: ${counted(throughput.completed, 'cycle')}, ${throughput.perWeek} a week`,
    `From begin to end: ${timesOf(cycleTime)}`,
    `From proposal to end: ${timesOf(leadTime)}`,
    ...found.taskStages.map(({ stage, medianSeconds }) => `  ${stage.padEnd(10)} ${timeOf(medianSeconds)}`),
    `Runs that completed: ${shareOf(automation.completionRate)}, without waiting for anybody: ${shareOf(automation.handsOffRate)}`,
    `Tasks that needed no rework: ${shareOf(automation.firstPassRate)}`,
    `At work: ${counted(wip.cycles, 'cycle')}`,
    ...agingWip.map(
      ({ cycleId, title, stage, ageSeconds, isAging }) =>
        `  ${shortId(cycleId)}  ${stage}  ${timeOf(ageSeconds)}${isAging ? ', longer than usual' : ''}  ${printable(title)}`,
    ),
  ]
}

const timesOf = ({ p50Seconds, p85Seconds, p95Seconds }: Metrics['cycleTime']) =>
  p50Seconds === null
    ? 'nothing is completed'
    : `half within ${timeOf(p50Seconds)}, 85 % within ${timeOf(p85Seconds!)}, 95 % within ${timeOf(p95Seconds!)}`

const timeOf = (seconds: number) => durationText(seconds * 1_000)
const shareOf = (share: number | null) => (share === null ? 'none yet' : `${Math.round(share * 100)} %`)
