import { describe, expect, test } from 'vitest'
import { attachProjectRepo, listProjectRepos } from '../../domains/code/repositories/contract.ts'
import { addCycleTask } from '../../domains/delivery/planning/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import type { Caller } from '../caller.ts'
import { endOf, fileBlock, mergeUnverified, propose } from '../delivery.ts'
import { bundleType, scanSource } from '../repositories/imports.ts'
import { eventually } from '../jobs/world.ts'
import { headOfBranch } from '../repositories/refs.ts'
import { bundleOf } from '../repository.ts'
import { asOwner } from './aftermath.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { filesOf, processesOf, sandboxedOf } from './leftovers.ts'
import { startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'
import { openTraps } from './traps.ts'

const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

describe('a server that is killed in the delivery to two repositories', () => {
  test('no branch has moved, and both advance once it is started again', { timeout: 300_000 }, () => inRoot(crash))
})

const crash = async (root: string) => {
  start.copyTo(root)
  const first = await startProcess(root, settings)
  const url = await embeddedUrl(root)
  const { cycleId, mains } = await prepare(first.owner, url)
  const before = await mains()
  const traps = await openTraps(url)
  const trap = await traps.set('deliver', 'committing')
  await first.owner.call(executeCycle, { id: cycleId })
  await trap.sprung()
  await first.kill()
  expect(await mains()).toEqual(before)
  await trap.open()
  await eventually(async () => (await sandboxedOf(root, [first.pid])).length === 0)
  const second = await startProcess(root, settings)
  const { cycle } = await endOf(second.owner, cycleId)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(await recordOf(url, cycleId)).toEqual({ mains: await mains(), revisions: 2, audited: 1, attempts: 2 })
  expect(await mains()).not.toContain(before[1])
  await traps.close()
  await second.stop()
  expect(await processesOf(root, [first.pid, second.pid])).toEqual([])
  expect(await filesOf(root)).toEqual([])
}

const reposOf = async (owner: Caller) =>
  (await owner.call(listProjectRepos, { id: start.projectId })).body as { id: string; primary: boolean }[]
const primaryOf = async (owner: Caller) => (await reposOf(owner)).find(({ primary }) => primary)!.id

/** A cycle with a task in each of two repositories, and where their branches stand. */
const prepare = async (owner: Caller, url: string) => {
  await mergeUnverified(owner, start.projectId)
  const scan = await scanSource(owner, (await bundleOf({ 'api.md': 'An API\n' })).bytes, bundleType)
  const body = { scanId: scan.body.id as string }
  const beside = (await owner.call(attachProjectRepo, { id: start.projectId, body })).body.id as string
  const ids = [await primaryOf(owner), beside]
  const cycleId = await propose(owner, start.projectId, 'Change both.')
  for (const repositoryId of ids) {
    const task = { title: 'Notes', description: fileBlock('NOTES.md', 'Notes\n'), repositoryId }
    expect((await owner.call(addCycleTask, { id: cycleId, body: task })).status).toBe(201)
  }
  const mains = () => Promise.all(ids.map((id) => headOfBranch({ databaseUrl: url }, id)))
  return { cycleId, mains }
}

/** The rows about the delivery. */
const recordOf = (url: string, cycleId: string) =>
  asOwner(url, async (query) => {
    const [of] = await query<{ project: string; merged: string }>(
      'select project_id as project, merged_sha as merged from cycle where id = $1',
      [cycleId],
    )
    const [beside] = await query<{ to: string }>(
      'select to_sha as "to" from cycle_repository where cycle_id = $1 and delivered_at is not null',
      [cycleId],
    )
    const count = async (text: string, ...values: unknown[]) => (await query<{ count: number }>(text, values))[0]!.count
    return {
      mains: [of!.merged, beside?.to],
      revisions: await count('select count(*)::int from revision where project_id = $1', of!.project),
      audited: await count(`select count(*)::int from audit_row where action = 'cycle.deliver'`),
      attempts: await count(
        `select max(attempt)::int as count from run_step join run on run.id = run_id
         where name = 'deliver' and subject_id = $1`,
        cycleId,
      ),
    }
  })
