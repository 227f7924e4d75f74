import { expect, test } from 'vitest'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { isLong } from '../../../../testing/soak.ts'
import { deleteProject } from '../contract.ts'
import { testServer } from '../../../../testing/server.ts'
import { scene } from '../../../../testing/scene.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { fileBlock, library, propose, runCycle, mergeProse } from '../../../../testing/delivery.ts'
import { scheduledContext } from '../../../../testing/jobs/scheduled.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { packedIn } from '../../../../testing/repositories/refs.ts'
import { consolidateRepositories } from './consolidate-repositories.ts'
import { purgeProjects } from './purge-projects.ts'
import { passRemovals } from '../../../../testing/objects/removals.ts'

const server = await testServer()

test('a deleted project keeps its content for thirty days, and its proofs forever', async () => {
  const { owner, workspace, rows, auditActions } = await scene(server)
  await mergeProse(owner)
  const { projectId } = await importProject(owner, await bundleOf(library))
  await runCycle(owner, await propose(owner, projectId, fileBlock('a.md', 'x\n')))
  await owner.call(deleteProject, { id: projectId })
  await purgeProjects(server.parts, scheduledContext)
  expect([(await packedIn(server)).length, (await rows('task_transcript')).length > 0]).toEqual([1, true])

  const age = `update project set deleted_at = now() - interval '31 days' where id = $1`
  await server.database.within(workspace, (tx) => tx.query({ text: age, values: [projectId] }))
  await purgeProjects(server.parts, scheduledContext)
  await purgeProjects(server.parts, scheduledContext)
  expect([await packedIn(server), await rows('task_transcript'), await rows('task_check')]).toEqual([[], [], []])
  const keys = (await asOwner(server, 'select key from removed_object')).map(({ key }) => String(key))
  expect(keys).toContain(`artifacts/${projectId}/`)
  const packs = keys.filter((key) => key.startsWith('repositories/'))
  const stored = () => Promise.all(packs.map((key) => server.parts.objects.has(key)))
  await server.parts.removals.carryOut(scheduledContext)
  expect(new Set(await stored())).toEqual(new Set([true]))
  // A step that was under way has stored another repository.
  const late = `insert into repository_pack select workspace_id, id, 'pack-${'a'.repeat(40)}', gen_random_uuid(), 1, '${'a'.repeat(64)}',
    1, '${'a'.repeat(64)}' from repository where project_id = $1`
  await asOwner(server, late, [projectId])
  await consolidateRepositories(server.parts, scheduledContext)
  expect(await packedIn(server)).toEqual([])
  await passRemovals(server)
  expect([new Set(await stored()), await asOwner(server, 'select key from removed_object')]).toEqual([
    new Set([false]),
    [],
  ])
  expect([(await rows('revision')).length, (await rows('project')).length]).toEqual([2, 1])
  expect(await auditActions(projectId)).toEqual(['project.create', 'project.delete', 'project.purge'])
})

test.runIf(isLong)('a project that cannot be purged does not block other workspaces', async () => {
  const scenes = [await scene(server), await scene(server)]
  const ids: string[] = []
  for (const { owner, workspace } of scenes) {
    await mergeProse(owner)
    const { projectId } = await importProject(owner, await bundleOf(library))
    await owner.call(deleteProject, { id: projectId })
    const age = `update project set deleted_at = now() - interval '31 days' where id = $1`
    await server.database.within(workspace, (tx) => tx.query({ text: age, values: [projectId] }))
    ids.push(projectId)
  }
  const broken = ids[0]
  const everyDomain = {
    ...server.parts.everyDomain,
    purgeProject: (tx: Transaction, id: string) =>
      id === broken ? Promise.reject(new Error('no')) : server.parts.everyDomain.purgeProject(tx, id),
  }
  await purgeProjects({ ...server.parts, everyDomain }, scheduledContext)
  const purged = async (at: number) => (await scenes[at]!.auditActions(ids[at]!)).includes('project.purge')
  expect([await purged(0), await purged(1)]).toEqual([false, true])
  await purgeProjects(server.parts, scheduledContext)
  expect(await purged(0)).toBe(true)
})
