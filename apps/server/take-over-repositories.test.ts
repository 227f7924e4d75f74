import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openPackRecords } from '../../domains/code/repository-records/pack-records.ts'
import { openEarlierRepositories, openPackStore } from '../../execution/repositories/index.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { asOwner } from '../../testing/database-state.ts'
import { keptLog } from '../../testing/runner/kept-log.ts'
import { packedIn, refsIn } from '../../testing/repositories/refs.ts'
import { bundleOf, git, importProject } from '../../testing/repository.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { takeOverRepositories } from './take-over-repositories.ts'

const server = await testServer()
const { owner, rows, workspace } = await scene(server)
const { dataFolder } = server
const { database, objects, repositories } = server.parts
const { logger, said } = keptLog()
const packs = openPackStore(objects, openPackRecords(database))
const earlier = openEarlierRepositories({ dataFolder, packs, repositories })
const takeOver = (some: Partial<typeof earlier> = {}) =>
  takeOverRepositories({ database, earlier: { ...earlier, ...some }, log: logger })

const idOf = async (projectId: string) =>
  (await rows('repository')).find((row) => row.project_id === projectId)!.id as string
const folderOf = (id: string) => join(dataFolder, 'repositories', `${id}.git`)

test('repositories of earlier versions become rows and packs once, and stay until each was read back whole', async () => {
  const bundle = await bundleOf({ 'a.txt': 'a\n' })
  const { projectId } = await importProject(owner, bundle)
  const lost = await importProject(owner, bundle)
  const [id, missing] = await Promise.all([idOf(projectId), idOf(lost.projectId)])
  const stranger = uuidv7()
  await mkdir(folderOf(stranger), { recursive: true })
  await rename(server.gitDirOf(id), folderOf(id))
  const gitDir = folderOf(id)
  const commit = (text: string) => git(gitDir, 'commit-tree', `${bundle.commitSha}^{tree}`, '-m', text).trim()
  const unrecorded = commit('Not recorded')
  const before = commit('Before')
  const after = commit('After')
  // A process died between git and the row, once on the default branch and once on the target of a cycle.
  git(gitDir, 'update-ref', 'refs/heads/main', unrecorded)
  git(gitDir, 'update-ref', 'refs/heads/next', after)
  git(gitDir, 'update-ref', 'refs/tags/v1', before)
  git(gitDir, 'update-ref', `refs/atelier/cycles/${uuidv7()}/1/integration`, after)
  const body = { projectId, title: 'A change', description: 'Change it.', targetBranch: 'next' }
  const cycleId = (await owner.call(proposeCycle, { body })).body.cycle.id as string
  const text = 'update cycle set repository_id = $2, target_from_sha = $3, target_to_sha = $4 where id = $1'
  await asOwner(server, text, [cycleId, id, before, after])
  for (const table of ['repository_ref', 'repository_pack'])
    await asOwner(server, `delete from ${table} where workspace_id = $1`, [workspace])
  await rm(server.gitDirOf(missing), { recursive: true })

  // Killed after its packs were put, and then before it was read back.
  const killed = new Error('Killed')
  await takeOver({ store: (one) => earlier.store(one).then(() => Promise.reject(killed)) })
  expect([await packedIn(server), await readdir(gitDir)]).toMatchObject([[id], expect.arrayContaining(['packed-refs'])])
  await takeOver({ isStored: () => Promise.reject(killed) })
  expect(await readdir(join(dataFolder, 'repositories'))).toHaveLength(2)
  expect(said().filter((line) => 'repository' in line && line.repository === missing)).toMatchObject([
    { err: { message: 'The repository is missing' } },
    {},
  ])
  await takeOver()
  const recorded = { 'refs/heads/main': bundle.commitSha, 'refs/heads/next': before, 'refs/tags/v1': before }
  expect(await refsIn(server, projectId)).toEqual(recorded)
  expect([await refsIn(server, lost.projectId), await packedIn(server)]).toEqual([{}, [id]])
  for (const sha of [bundle.commitSha, unrecorded, before, after])
    expect(await repositories.commitExists(id, sha)).toBe(true)
  expect(await readdir(join(dataFolder, 'repositories'))).toEqual([`${stranger}.git`])
  await expect(repositories.commitExists(missing, bundle.commitSha)).rejects.toThrow(`The repository ${missing} is not`)
})
