import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { updateProject } from '../../../../domains/code/projects/contract.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { deploymentIn } from '../../../../testing/deployments/deployments.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const preview = (...words: string[]) => runForText(server, at.owner, ['preview', ...words, '--project', projectId])
  return { at, projectId, preview }
}

test('preview list shows each deployment with its state, and explains how to begin', async () => {
  const { at, projectId, preview } = await world()
  expect((await preview('list')).said).toEqual([expect.stringContaining('preview deploy')])
  await deploymentIn(server, at, { projectId, status: 'failed' })
  const { label } = await deploymentIn(server, at, { projectId })
  const { printed } = await preview('list')
  expect(printed).toMatch(/^\S{8} {2}project {2}failed {2}cccccccc {2}npm run build failed\.\n\S{8} {2}project {2}live/)
  expect(printed).toContain(`http://${label}.preview.localhost`)
})

test('preview logs prints the log, and rollback and open report why they cannot', async () => {
  const { at, projectId, preview } = await world()
  const { id } = await deploymentIn(server, at, { projectId, status: 'failed' })
  const text =
    'insert into deployment_log (workspace_id, deployment_id, written_at, content) values ($1, $2, now(), $3)'
  await asOwner(server, text, [at.workspace, id, '> build\nnpm run build failed\n'])
  expect((await preview('logs', id.slice(-8))).printed).toBe('> build\nnpm run build failed')
  expect((await preview('open')).failure).toMatchObject({ kind: 'absent', code: 'nothing_live' })
  expect((await preview('rollback', id)).failure).toBeDefined()
  expect((await preview('deploy')).printed).toMatch(/^\S{8} {2}building {2}http:/)
  expect((await preview('deploy', '--repo', uuidv7())).failure).toBeDefined()
})

test('preview share prints a link, shares lists it without its token, and unshare removes it', async () => {
  const { at, projectId, preview } = await world()
  const { label } = await deploymentIn(server, at, { projectId })
  expect((await preview('share')).failure).toMatchObject({ code: 'preview_sharing_off' })
  await at.owner.call(updateProject, { id: projectId, body: { runtime: { previews: { shareLinks: true } } } })
  const { printed } = await preview('share', '--days', '2', '--note', 'The board')
  expect(printed).toMatch(
    new RegExp(`^http://${label}\\.preview\\.localhost:\\d+/\\.atelier/enter\\?share=[\\w-]{43}$`),
  )
  const listed = (await preview('shares')).printed
  expect(listed).toMatch(/^\S{8} {2}until \S+ {2}The board$/)
  expect((await preview('unshare', listed.slice(0, 8))).printed).toContain('Removed the share link')
  expect((await preview('shares')).said).toEqual([expect.stringContaining('preview share')])
})
