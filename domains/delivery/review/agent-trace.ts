import { v5 as uuidv5 } from 'uuid'
import { addedLinesIn } from '../../../packages/verdict/index.ts'
import { version } from '../../../platform/configuration/version.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { rangesOfParts, type PartOfLines, type PartRange } from '../checks/index.ts'
import { provingTestsOf, testsOfPart, type TaskRow } from '../tasks/index.ts'
import type { AgentTrace } from './contract/agent-trace.ts'

type Trace = Static<typeof AgentTrace>
type TracedTask = Pick<
  TaskRow,
  'id' | 'projectId' | 'cycleId' | 'runId' | 'baseSha' | 'headSha' | 'agent' | 'rounds' | 'review' | 'updatedAt'
>

interface TraceInput {
  readonly task: TracedTask
  readonly parts: readonly PartOfLines[]
  /** The change as git writes it. */
  readonly patch: { readonly text: string; readonly truncated: boolean }
  readonly linkTo: (path: string) => string
}

const rangesMost = 2_000
const testsMost = 20
const modelMostChars = 250

/** The authors and accounts of the lines of a task's change: a record of Agent Trace. */
export const agentTraceOf = ({ task, parts, patch, linkTo }: TraceInput): Trace => {
  const { id: taskId, projectId, cycleId } = task
  const cycle = `/console/projects/${projectId}/cycles/${cycleId}`
  const agents = agentsOf(task)
  const about = {
    url: linkTo(`${cycle}?side=talk`),
    contributor: contributorOf(agents),
    related: [{ type: 'review', url: linkTo(`${cycle}/tasks/${taskId}/review`) }],
  }
  const files: Trace['files'] = []
  const accounts: Trace['metadata']['atelier']['accounts'] = []
  let left = rangesMost
  let truncated = patch.truncated
  const partsOf = Map.groupBy(parts, ({ path }) => path)
  for (const [path, added] of addedLinesIn(patch.text)) {
    const all = rangesOfParts(added, partsOf.get(path) ?? [])
    const ranges = all.slice(0, left)
    left -= ranges.length
    truncated ||= ranges.length < all.length
    if (ranges.length === 0) continue
    files.push({ path, conversations: [{ ...about, ranges: ranges.map(linesOf) }] })
    for (const range of ranges) if (range.part) accounts.push(accountOf(path, range, range.part, task.review))
  }
  return {
    version: '0.1',
    // Another head of the task has another id.
    id: uuidv5(task.headSha!, taskId),
    timestamp: task.updatedAt,
    vcs: { type: 'git', revision: task.headSha! },
    tool: { name: 'atelier', version },
    files,
    metadata: {
      atelier: {
        taskId,
        cycleId,
        runId: task.runId!,
        baseSha: task.baseSha!,
        agents: agents.map(({ name, harness, model }) => ({ name, harness, model })),
        accounts,
        tests: provingTestsOf(task.review),
        truncated,
      },
    },
  }
}

/** The agents that changed the files: the task's agent, then the agents of later rounds. */
const agentsOf = ({ agent, rounds }: TracedTask) => [
  ...(agent ? [agent] : []),
  ...rounds.flatMap((round) => (round.outcome === 'changed' && round.agent ? [round.agent] : [])),
]

const contributorOf = (agents: ReturnType<typeof agentsOf>): Trace['files'][0]['conversations'][0]['contributor'] => {
  const [model, ...others] = new Set(agents.map((agent) => agent.model))
  if (model === undefined) return { type: 'unknown' }
  return others.length > 0 || model.length > modelMostChars ? { type: 'ai' } : { type: 'ai', model_id: model }
}

const linesOf = ({ start, end }: PartRange) => ({ start_line: start, end_line: end })

const accountOf = (path: string, range: PartRange, part: PartOfLines, review: TaskRow['review']) => {
  const { kind, account, reason } = part
  const tests = testsOfPart(review, part.tests).slice(0, testsMost)
  return {
    path,
    ...linesOf(range),
    kind,
    account,
    ...(reason !== null && { reason }),
    ...(tests.length > 0 && { tests }),
  }
}
