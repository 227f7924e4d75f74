import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../execution/sandbox/index.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { withSandboxSlot } from '../uploads/index.ts'
import { sweepWorktrees } from './jobs/sweep-worktrees.ts'
import { openPeopleSandboxes, type PeopleSandboxParts } from './people-sandboxes.ts'
import { worktreeNameOf } from './rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_SANDBOX_LIMIT: '4' })
const { parts } = server

/** Sandboxes for people over the product, whose own commands do not matter here. */
const world = async (change: Partial<PeopleSandboxParts> = {}) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const closed = Promise.withResolvers<void>()
  const sandbox: Sandbox = {
    id: 'people',
    run: () => Promise.reject(new Error('unused')),
    path: (inside) => inside,
    close: async () => closed.resolve(),
  }
  const errors: unknown[] = []
  const sandboxes = openPeopleSandboxes({
    ...parts,
    sandboxes: { ...parts.sandboxes, open: async () => sandbox },
    idleMs: 1,
    onError: (error) => errors.push(error),
    relay: undefined,
    ...change,
  })
  const reserve = () => server.database.within(at.workspace, (tx) => sandboxes.reserve(tx, projectId))
  const use = () => sandboxes.use(at.workspace, projectId)
  const slots = async () => (await server.database.instance((tx) => tx.query(allSlots))).rows.length
  return { at, projectId, sandboxes, reserve, use, slots, closed: closed.promise, errors }
}
const allSlots = { text: `select id from sandbox_slot where kind = 'people'`, values: [] }

test('a sandbox without people stops, and releases its worktree and its slot', async () => {
  const { sandboxes, reserve, use, slots, closed, errors } = await world()
  expect(await reserve()).toBe('reserved')
  const lent = (await use())!
  expect([await slots(), (await parts.repositories.worktrees.list()).length]).toEqual([1, 1])
  lent.release()
  await closed
  await sandboxes.close()
  expect([await slots(), await parts.repositories.worktrees.list(), errors]).toEqual([0, [], []])
})

test('two people share one sandbox and one slot, and it runs until both have left', async () => {
  const { projectId, sandboxes, reserve, use, slots, closed } = await world()
  await Promise.all([reserve(), reserve()])
  const [first, second] = await Promise.all([use(), use()])
  expect(first!.sandbox).toBe(second!.sandbox)
  first!.release()
  first!.release()
  expect(sandboxes.isRunning(projectId)).toBe(true)
  second!.release()
  await closed
  await sandboxes.close()
  expect(await slots()).toBe(0)
})

test('an unused reservation is released for a request that needs a slot, and taken again by its use', async () => {
  const { at, sandboxes, reserve, use, slots } = await world({ idleMs: 60_000, keptIdleMs: 0 })
  await reserve()
  expect(await parts.engine.slots.askForOne()).toBe(true)
  expect(await slots()).toBe(0)
  const lent = (await use())!
  expect([await slots(), await parts.engine.slots.askForOne()]).toEqual([1, false])
  lent.release()
  await reserve()
  const taken = await withSandboxSlot(parts, at.workspace, async () => slots())
  expect(taken.done).toBe(1)
  await sandboxes.close()
})

test('a sandbox that does not open leaves no worktree, and another attempt may succeed', async () => {
  let attempts = 0
  const open = async () => {
    attempts += 1
    throw new Error(`attempt ${attempts}`)
  }
  const idleMs = 60_000
  const { sandboxes, reserve, use } = await world({ sandboxes: { ...parts.sandboxes, open }, idleMs })
  await reserve()
  await expect(use()).rejects.toThrow('attempt 1')
  await expect(use()).rejects.toThrow('attempt 2')
  expect(await parts.repositories.worktrees.list()).toEqual([])
  await sandboxes.close()
})

test('the sweep deletes worktrees of people whose slot no process holds, and no others', async () => {
  const { projectId, sandboxes, reserve, use } = await world({ idleMs: 60_000 })
  await reserve()
  const { worktrees } = parts.repositories
  await use()
  const [held] = await worktrees.list()
  const { repositoryId } = (await worktrees.find(held!))!
  const commit = await headOf(projectId)
  await worktrees.acquire(repositoryId, { commit, name: worktreeNameOf(uuidv7()) })
  const ofRun = `${uuidv7()}-1-1`
  await worktrees.acquire(repositoryId, { commit, name: ofRun })
  await sweepWorktrees(parts)
  expect(new Set(await worktrees.list())).toEqual(new Set([held, ofRun]))
  await sandboxes.close()
  await worktrees.discard(ofRun)
})

const headOf = async (projectId: string) => {
  const text = `select r.commit_sha from revision r join project p on p.head_revision_id = r.id where p.id = $1`
  const [row] = await asOwner(server, text, [projectId])
  return row!.commit_sha as string
}
