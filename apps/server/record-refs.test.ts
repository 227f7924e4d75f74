import { rm } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { asOwner } from '../../testing/database-state.ts'
import { keptLog } from '../../testing/kept-log.ts'
import { refsIn } from '../../testing/refs.ts'
import { bundleOf, git, importProject } from '../../testing/repository.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { recordStoredRefs } from './record-refs.ts'

const server = await testServer()
const { owner, rows, workspace } = await scene(server)
const { database, repositories } = server.parts
const { logger, said } = keptLog()
const read = () => recordStoredRefs({ database, repositories, log: logger })

const idOf = async (projectId: string) =>
  (await rows('repository')).find((row) => row.project_id === projectId)!.id as string

test('branches and tags of earlier versions become rows once, where the rows say, and what is missing is named', async () => {
  const bundle = await bundleOf({ 'a.txt': 'a\n' })
  const { projectId } = await importProject(owner, bundle)
  const lost = await importProject(owner, bundle)
  const [id, missing] = await Promise.all([idOf(projectId), idOf(lost.projectId)])
  const gitDir = server.gitDirOf(id)
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
  await asOwner(server, 'delete from repository_ref where workspace_id = $1', [workspace])
  await rm(server.gitDirOf(missing), { recursive: true })

  await read()
  const recorded = { 'refs/heads/main': bundle.commitSha, 'refs/heads/next': before, 'refs/tags/v1': before }
  expect(await refsIn(server, projectId)).toEqual(recorded)
  expect(await refsIn(server, lost.projectId)).toEqual({})
  expect(said()).toMatchObject([{ repository: missing, msg: 'A repository is missing, or has no branch' }])

  git(gitDir, 'update-ref', 'refs/heads/next', after)
  await read()
  expect(await refsIn(server, projectId)).toEqual(recorded)
})
