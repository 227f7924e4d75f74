import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { goBack } from '../../domains/delivery/planning/contract.ts'
import type { Caller } from '../caller.ts'
import { propose } from '../delivery.ts'
import { lengthOf } from '../soak.ts'
import { asOwner } from './aftermath.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { setStepTraps } from './every-step.ts'
import { graphAftermath } from './graph-aftermath.ts'
import { filesOf, processesOf } from './leftovers.ts'
import { startFolder } from './start-folder.ts'
import { delivered, description, isEarly, runtime, whole } from './three-tasks.ts'
import { every, some, startServer, type CrashWalk, walkThrough } from './walk.ts'

const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

/** The result of its revert, with the state before it. */
const undone = {
  ...whole,
  tasks: [{ title: 'Revert “A change”', status: 'done', runs: 1, failure: null }],
  requests: [{ type: 'approval', status: 'approved', count: 1 }],
  steps: {
    'apply-decision done': 1,
    'check-base done': 1,
    'check-task done': 1,
    'deliver done': 1,
    'merge-task done': 1,
    'plan done': 1,
    'prepare-delivery done': 1,
    'revert-task done': 1,
    'review-task done': 1,
  },
  revisions: ['1 import', '2 merge', '3 merge'],
  files: ['package.json', 'sum.js', 'sum.test.js'],
  shared: undefined,
  subjects: ['First', ...delivered, 'Merge task 1: Revert “A change”', 'Revert “A change”'].sort(),
  announced: { 'cycle.completed': 1, 'revision.created': 1, 'task.done': 1, 'task.merged': 1 },
  audited: { 'cycle.deliver': 2, 'pending_request.create': 6, 'pending_request.resolve': 6, 'task.merge': 4 },
}

// A merge, and what git undid.
const chosen = [some('merge-task done 2'), some('revert-task done 1')] as const
const walks: readonly (readonly [cycle: CrashWalk, revert: CrashWalk])[] = lengthOf({
  daily: [chosen],
  soak: [every('done'), every('running', 'parked')].map((walk) => [walk, walk] as const),
})

test.for(walks)(
  'a cycle of three tasks with a question, approvals and a conflict, and its revert, complete although their server is killed at %j, and nothing is doubled',
  { timeout: 3_600_000 },
  ([walk, walkOfRevert]) =>
    inRoot(async (root) => {
      start.copyTo(root)
      const next = () => startServer(root, settings)
      const server = await next()
      const body = { requiresApproval: true, runtime }
      expect((await server.owner.call(updateProject, { id: start.projectId, body })).status).toBe(200)
      const id = await propose(server.owner, start.projectId, description)
      const url = await embeddedUrl(root)
      const traps = await setStepTraps(url)
      await execute(server.owner, id)
      const walked = await walkThrough({ root, walk, start: next }, { id, isEarly }, { server, traps })
      expect(await graphAftermath(url, join(root, 'data'), id)).toEqual(whole)
      const { status, body: proposed } = await walked.server.owner.call(goBack, {
        id: start.projectId,
        body: { cycleId: id },
      })
      expect(status).toBe(202)
      const revert: string = proposed.cycle.id
      await execute(walked.server.owner, revert)
      const last = await walkThrough(
        { root, walk: walkOfRevert, start: next },
        { id: revert, isEarly: () => false },
        walked,
      )
      expect(await graphAftermath(url, join(root, 'data'), revert)).toEqual(undone)
      const deaths = [...walked.deaths, ...last.deaths]
      expect(deaths.length).toBeGreaterThanOrEqual(2)
      if (walk.survived !== undefined) expect(await survivors(url, deaths)).toHaveLength(walk.survived)
      await last.traps.close()
      await last.server.stop()
      expect(await processesOf(root, [last.server.pid])).toEqual([])
      expect(await filesOf(root)).toEqual([])
    }),
)

const execute = async (owner: Caller, id: string) => {
  expect((await owner.call(executeCycle, { id })).status).toBe(200)
}

/** The steps that no server died before the end of. */
const survivors = async (url: string, deaths: readonly string[]) => {
  const done = await asOwner(url, (query) =>
    query<{ step: string }>(`select run_id || ' ' || seq || ' done' as step from run_step where status = 'done'`),
  )
  return done.filter(({ step }) => !deaths.includes(step))
}
