import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { transcripts } from '../../../../domains/delivery/transcripts/contract.ts'
import { review } from '../../../../domains/delivery/review/contract.ts'
import { followCycle } from '../../client/follow.ts'
import type { Client } from '../../client/client.ts'
import { followAgent } from '../../cycle/agent-steps.ts'
import { availableEvidence, type Evidence } from '../../cycle/evidence.ts'
import { absent } from '../../failure.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { subjectOf } from '../../../../domains/delivery/runs/rules/step-subject.ts'
import type { AgentStep } from '../../terminal/step-line.ts'
import { coverageText } from '../../cycle/coverage.ts'
import { checkText, commandText } from '../../terminal/task-tree.ts'
import { printable, printableLines } from '../../terminal/text.ts'

type Check = Evidence['checks'][number]

interface LogOptions {
  readonly check?: string
  readonly agent?: boolean
  readonly follow?: boolean
}

/** `atelier logs [cycle]`: prints the output of the newest run's checks, or of its agents' commands. */
export const logs = async (session: Session, named: string | undefined, options: LogOptions): Promise<void> => {
  const client = await session.client()
  const id = await chooseCycle(session, named)
  if (options.agent) return agentLogs(session, client, id, options)
  const printed = new Set<string>()
  const isSelected = ({ name }: Check) => options.check === undefined || name === options.check
  const print = (taskId: string, check: Check) => {
    const key = [taskId, check.phase, check.name, check.durationMs].join(' ')
    if (printed.has(key) || !isSelected(check)) return
    printed.add(key)
    printCheck(session, taskId, check)
  }
  const detail = await client.call(cycles.getCycle, { params: { id } })
  for (const { taskId, checks } of await availableEvidence(client, detail))
    for (const check of checks) print(taskId, check)
  if (options.follow) await followChecks(session, client, id, print)
  if (printed.size > 0) return
  throw absent(
    'no_logs',
    options.check === undefined
      ? 'No check of this cycle has run yet.'
      : `No check called ${printable(options.check)} has run.`,
  )
}

const followChecks = async (
  { signal, output }: Session,
  client: Client,
  id: string,
  print: (taskId: string, check: Check) => void,
) => {
  const onCut = () => output.say('The connection broke off; trying again.')
  const isOfNewestRun = newestRunTest(client, id)
  for await (const { eventType, taskId } of followCycle(client, id, { signal, onCut })) {
    if (eventType !== 'task.checked' || taskId === null || !(await isOfNewestRun(taskId))) continue
    const { checks } = await client.call(review.getTaskReviewEvidence, { params: { id: taskId } })
    for (const check of checks) print(taskId, check)
  }
}

/** Returns a test for tasks of the newest run: the stream begins with tasks of earlier runs, which are not printed. */
const newestRunTest = (client: Client, id: string) => {
  const results = new Map<string, boolean>()
  return async (taskId: string): Promise<boolean> => {
    if (!results.has(taskId)) {
      const { cycle, tasks } = await client.call(cycles.getCycle, { params: { id } })
      for (const task of tasks) results.set(task.id, task.runId === cycle.runId)
    }
    return results.get(taskId) ?? false
  }
}

const printCheck = ({ output }: Session, taskId: string, check: Check) => {
  output.show({ taskId, ...check }, `== ${checkText(check, output.paint)}: ${commandText(check.command)}`)
  if (check.coverage) output.print(`Lines that it ran: ${coverageText(check.coverage)}`)
  output.print(check.log === '' ? '(it printed nothing)' : printableLines(check.log.trimEnd()))
}

/** Prints the output of the agents’ commands; the transcript has only the end of each output. */
const agentLogs = async ({ output, signal }: Session, client: Client, id: string, { follow = false }: LogOptions) => {
  const commands = new Map<string, string>()
  let count = 0
  const print = (step: AgentStep) => {
    const key = [step.taskId, step.runId, step.seq, step.attempt, step.callId].join(' ')
    if (step.tool !== 'run') return
    if (step.kind === 'tool_call') commands.set(key, subjectOf(step.input ?? ''))
    if (step.kind !== 'tool_result') return
    count += 1
    output.show(step, `== ${printable(commands.get(key) ?? 'run')}`)
    output.print(printableLines((step.text ?? '').trimEnd()))
  }
  if (!follow) for await (const step of client.every(transcripts.getCycleTranscript, { params: { id } })) print(step)
  else await followCommands(client, id, signal, print)
  if (count === 0) throw absent('no_logs', 'No agent of this cycle has run a command yet.')
}

/** Prints commands as they end, until the event stream ends with the cycle. */
const followCommands = async (client: Client, id: string, signal: AbortSignal, step: (step: AgentStep) => void) => {
  const agent = followAgent(client, id, { isPast: () => false, signal, step, spent: () => undefined })
  try {
    const events = followCycle(client, id, { signal })
    while (!(await events.next()).done);
  } finally {
    await agent.end()
  }
}
