import { expect, test } from 'vitest'
import {
  getCycle,
  getCycleTimeline,
  listCycleEvents,
  listCycles,
  streamCycle,
} from '../../domains/delivery/cycles/contract.ts'
import { getCycleTranscript } from '../../domains/delivery/transcripts/contract.ts'
import { getCycleUsage } from '../../domains/delivery/budgets/contract.ts'
import { getTask, listTasks, streamTask } from '../../domains/delivery/tasks/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { moveTask } from '../../domains/delivery/tasks/index.ts'
import type { Caller } from '../caller.ts'
import { taskIn } from '../cycles.ts'
import { fileBlock, mergeUnverified, nodeLibrary, propose, runCycle } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()

const line = 'export const marker = "line-of-a-file-8d1f"'
const printed = 'output-of-a-command-52ac'
const cost = '$7.31 of $7.30'

/** Three runs: one merged, one refused by the review, one in which a command of the agent failed; all print what is not a client's. */
const world = async () => {
  const at = await scene(server)
  const noisy = `console.log(['output-of-a', 'command-52ac'].join('-'))\n`
  const files = { ...nodeLibrary, 'marker.js': `${line}\n`, 'sum.test.js': noisy + nodeLibrary['sum.test.js'] }
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId)
  await at.grant(projectId, at.clientId, 'view')
  const shown = `\`\`\`run\ncat marker.js; printf '%s-%s\\n' output-of-a command-52ac\n\`\`\`\n`
  const descriptions = [
    `${shown}\n\`\`\`run\ncp marker.js copy.js\n\`\`\`\n`,
    `${shown}\n${fileBlock('sum.js', 'export const sum = (a, b) => a - b\n')}`,
    shown.replace('\n```\n', ' >&2; cat marker.js >&2; exit 3\n```\n'),
  ]
  const runs = []
  for (const description of descriptions)
    runs.push(await runCycle(at.owner, await propose(at.owner, projectId, description)))
  return { at, projectId, runs }
}

const made = world()

const readAll = async (caller: Caller, projectId: string, cycleIds: readonly string[], taskIds: readonly string[]) => {
  const lists = [
    (await caller.call(listCycles, { query: { projectId } })).body,
    (await caller.call(listTasks, { query: { projectId } })).body,
  ]
  const ofCycles = await Promise.all(
    cycleIds.map(async (id) => [
      (await caller.call(listCycleEvents, { id })).body,
      (await caller.call(getCycleTimeline, { id })).body,
      (await caller.call(getCycle, { id })).body,
      await (await caller.open(streamCycle, { id })).text(),
      (await caller.call(getCycleTranscript, { id })).body,
      (await caller.call(getCycleUsage, { id })).body,
    ]),
  )
  const ofTasks = await Promise.all(
    taskIds.map(async (id) => [
      (await caller.call(getTask, { id })).body,
      (await caller.call(getTaskReviewEvidence, { id })).body,
      await (await caller.open(streamTask, { id })).text(),
    ]),
  )
  // Descriptions are what the client was asked to read: they are its own words or the agency's to it.
  return JSON.stringify([lists, ofCycles, ofTasks], (name, value: unknown) =>
    name === 'description' ? undefined : value,
  )
}

test('a client who may view reads no line of a file, no output of a command and no cost', async () => {
  const { at, projectId, runs } = await made
  expect(runs.map(({ cycle }) => [cycle.status, cycle.failure?.code])).toEqual([
    ['completed', undefined],
    ['failed', 'review_refused'],
    ['failed', 'gave_up'],
  ])
  const cycleIds = runs.map(({ cycle }) => cycle.id as string)
  const costly = await taskIn(server, at, { projectId, cycleId: cycleIds[0]! }, 'building', 9)
  await server.database.within(at.workspace, (tx) =>
    moveTask(tx, costly, 'failed', new Date(), {
      failure: { message: `The budget is used up: ${cost}.`, code: 'cycle_cap_reached', forAgency: true },
    }),
  )
  const taskIds = [...runs.flatMap(({ tasks }) => tasks.map(({ id }: { id: string }) => id)), costly.id]
  const [agency, client] = await Promise.all(
    [at.owner, at.client].map((caller) => readAll(caller, projectId, cycleIds, taskIds)),
  )
  const planted = ['line-of-a-file-8d1f', printed, cost, 'node --test', 'marker.js', 'costUsd', 'inputTokens', 'wallMs']
  expect(planted.filter((text) => !agency!.includes(text))).toEqual([])
  expect(planted.filter((text) => client!.includes(text))).toEqual([])
  for (const told of ['"completed"', '"checked"', '"refused"', 'The review refused the change.'])
    expect(client).toContain(told)
})

test('a client reads of the evidence the outcomes of the checks and the verdict', async () => {
  const { at, runs } = await made
  const { body } = await at.client.call(getTaskReviewEvidence, { id: runs[1]!.tasks[0].id as string })
  expect(body).toMatchObject({
    files: [],
    filesTruncated: true,
    patch: null,
    patchTruncated: true,
    archive: null,
    packages: { changes: [], truncated: true },
    checks: [
      { phase: 'base', outcome: 'passed', command: '', log: '', tests: null, coverage: null },
      { phase: 'task', outcome: 'failed', command: '', log: '', tests: null, coverage: null },
    ],
    verdict: { approved: false, outcome: 'refused', reasons: [], findings: [] },
  })
})
