import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle, getCycle } from '../../domains/delivery/cycles/contract.ts'
import { listPendingRequests, resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import type { Caller } from '../caller.ts'
import { propose } from '../delivery.ts'
import { eventually } from '../jobs/world.ts'
import { isSoak } from '../soak.ts'
import { asOwner } from './aftermath.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { type Caught, openStepTraps, setStepTraps, type StepTraps } from './every-step.ts'
import { graphAftermath } from './graph-aftermath.ts'
import { filesOf, processesOf, sandboxedOf } from './leftovers.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'

const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

const file = (path: string, content: string) => `\`\`\`file ${path}\n${content}\n\`\`\`\n`
const task = (info: string, ...blocks: string[]) => `\`\`\`\`task ${info}\n${blocks.join('\n')}\`\`\`\`\n`
const description = [
  task('one', file('shared.txt', 'one')),
  task('two needs one', '```question\nWhich days?\n```\n', file('two.txt', 'two')),
  task('three', file('shared.txt', 'three')),
].join('\n')

/** What the cycle leaves, however often its server died. */
const whole = {
  cycle: { status: 'completed', failure: null },
  tasks: [
    { title: 'one', status: 'done', runs: 1, failure: null },
    { title: 'two', status: 'done', runs: 1, failure: null },
    { title: 'three', status: 'done', runs: 2, failure: null },
  ],
  requests: [
    { type: 'approval', status: 'approved', count: 4 },
    { type: 'question', status: 'approved', count: 1 },
  ],
  steps: {
    'apply-decision done': 5,
    'build-task done': 5,
    'check-base done': 3,
    'check-task done': 4,
    'deliver done': 1,
    'merge-task done': 4,
    'plan done': 1,
    'prepare-delivery done': 1,
    'review-task done': 4,
    'verify done': 1,
  },
  revisions: ['1 import', '2 merge'],
  files: ['package.json', 'shared.txt', 'sum.js', 'sum.test.js', 'two.txt'],
  shared: 'three',
  subjects: ['First', 'Merge task 1: one', 'Merge task 2: two', 'Merge task 3: three', 'one', 'three', 'two'],
  refsUnlikeRows: [],
  repositoryFaults: '',
  announced: { 'cycle.completed': 1, 'cycle.verified': 1, 'revision.created': 1, 'task.done': 3, 'task.merged': 3 },
  audited: { 'cycle.deliver': 1, 'pending_request.create': 5, 'pending_request.resolve': 5, 'task.merge': 3 },
  eventsAreNumbered: true,
  auditChain: 'whole',
  leftInTables: [],
}

/** Answers and approves what waits; the first task only once the third waits too, and that after it, so that they conflict. */
const decide = async (owner: Caller, cycleId: string) => {
  const { tasks } = (await owner.call(getCycle, { id: cycleId })).body
  const { body } = await owner.call(listPendingRequests, { query: { status: 'pending', cycleId } })
  for (const { id, taskId } of body as { id: string; taskId: string }[]) {
    const isEarly =
      (taskId === tasks[0].id && tasks[2].status !== 'blocked') ||
      (taskId === tasks[2].id && tasks[0].status !== 'merged')
    if (!isEarly) await owner.call(resolvePendingRequest, { id, body: { status: 'approved', decision: 'On Mondays.' } })
  }
}

const isOver = async (owner: Caller, id: string) =>
  ['completed', 'failed', 'stopped'].includes((await owner.call(getCycle, { id })).body.cycle.status)

interface Walk {
  readonly name: string
  /** Whether the server dies before this commit, the so manieth of its kind. */
  isDeadly(caught: Caught, count: number): boolean
  /** How many steps end without a death before it; of any number unless it says. */
  readonly survived?: 0
}

const every = (...statuses: readonly Caught['status'][]): Walk => ({
  name: `every step as it becomes ${statuses.join(' or ')}`,
  isDeadly: ({ status }) => statuses.includes(status),
  ...(statuses.includes('done') && { survived: 0 as const }),
})
// An answer or approval that is applied, and a merge.
const chosen = new Set(['apply-decision done 1', 'merge-task done 2'])
const some: Walk = {
  name: 'some steps',
  isDeadly: ({ name, status }, count) => chosen.has(`${name} ${status} ${count}`),
}

/** Judges each commit once, and counts those of each kind. */
const judging = ({ isDeadly }: Walk) => {
  const counts = new Map<string, number>()
  const judged = new Map<string, boolean>()
  return (caught: Caught) => {
    const [kind, one] = [`${caught.name} ${caught.status}`, stepOf(caught)]
    const before = judged.get(one)
    if (before !== undefined) return before
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    judged.set(one, isDeadly(caught, count))
    return judged.get(one)!
  }
}

const stepOf = ({ runId, seq, status }: Caught) => `${runId} ${seq} ${status}`

test.for(isSoak ? [every('done'), every('running', 'parked')] : [some])(
  'a cycle of three tasks with a question, approvals and a conflict completes although its server is killed at $name, and nothing is doubled',
  { timeout: 1_800_000 },
  (walk) =>
    inRoot(async (root) => {
      start.copyTo(root)
      const server = await startServer(root)
      // One at a time: a death in one step is a loss of every other that runs, and five lose it for good.
      const runtime = { checks: [{ name: 'test', command: 'true' }], planning: { tasksAtOnce: 1 } }
      const body = { requiresApproval: true, runtime }
      expect((await server.owner.call(updateProject, { id: start.projectId, body })).status).toBe(200)
      const id = await propose(server.owner, start.projectId, description)
      const traps = await setStepTraps(await embeddedUrl(root))
      expect((await server.owner.call(executeCycle, { id })).status).toBe(200)
      const walked = await walkThrough(root, walk, id, { server, traps })
      const url = await embeddedUrl(root)
      const done = await asOwner(url, (query) =>
        query<{ step: string }>(`select run_id || ' ' || seq || ' done' as step from run_step where status = 'done'`),
      )
      const survived = done.filter(({ step }) => !walked.deaths.has(step))
      expect(survived).toHaveLength(walk.survived ?? survived.length)
      expect(walked.deaths.size).toBeGreaterThanOrEqual(chosen.size)
      expect(await graphAftermath(url, join(root, 'data'), id)).toEqual(whole)
      const { pid } = walked.server
      await walked.server.stop()
      expect(await processesOf(root, [pid])).toEqual([])
      expect(await filesOf(root)).toEqual([])
    }),
)

/** One that ends with the test, however that ends. */
const startServer = async (root: string): Promise<ServerProcess> => {
  const server = await startProcess(root, settings)
  onTestFinished(() => server.kill())
  return server
}

interface Walking {
  readonly server: ServerProcess
  readonly traps: StepTraps
}

/** Brings the cycle to its end through all deaths; gives the last server, and the commits that none came to. */
const walkThrough = async (root: string, walk: Walk, id: string, begun: Walking) => {
  let { server, traps } = begun
  const isDeadly = judging(walk)
  const deaths = new Set<string>()
  const over = new AbortController()
  // Beside the traps: what a process holds before its commit, a decision may wait for.
  const deciding = (async () => {
    while (!over.signal.aborted) {
      await decide(server.owner, id).catch(() => undefined)
      await pause(50)
    }
  })()
  while (!(await isOver(server.owner, id))) {
    const caught = await traps.caught()
    await traps.release(caught.filter((one) => !isDeadly(one)))
    // A death is a loss to each step that is at work, and the fifth is one too many: they all stand before a commit.
    if (caught.some(isDeadly) && (await traps.isStill())) {
      const { pid } = server
      await server.kill()
      // What the database still has of it would keep the next one waiting.
      const held = await traps.caught().catch(() => [])
      await traps.release(held).catch(() => undefined)
      await traps.close().catch(() => undefined)
      for (const one of [...caught, ...held].filter(isDeadly)) deaths.add(stepOf(one))
      await eventually(async () => (await sandboxedOf(root, [pid])).length === 0)
      server = await startServer(root)
      traps = await openStepTraps(await embeddedUrl(root))
      await traps.release(caught)
    }
    await pause(20)
  }
  over.abort()
  await deciding
  await traps.close()
  return { server, deaths }
}
