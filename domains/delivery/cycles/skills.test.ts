import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { importProjectSkill } from '../../code/skills/contract.ts'
import { getTaskReviewEvidence } from '../tasks/contract.ts'
import { getCycleRunDiagnostics } from './contract.ts'

const server = await testServer()

test('a run gives its agent the skills of the project beside the worktree, and names them afterwards', async () => {
  const { owner, rows, client, clientId, grant } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  const content = '---\nname: Greeting\n---\nSay hello.\n'
  await owner.call(importProjectSkill, { id: projectId, body: { slug: 'greet', content } })
  const command = 'tail -n 1 /tmp/atelier-*/skills/*/SKILL.md > one.txt'
  const description = `Shows.\n\n\`\`\`run\n${command}\n\`\`\`\n`
  const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, description))
  const id = tasks[0].id as string
  const skills = [{ slug: 'greet', contentSha256: createHash('sha256').update(content).digest('hex') }]
  expect(cycle).toMatchObject({ status: 'completed' })
  expect((await owner.call(getTaskReviewEvidence, { id })).body).toMatchObject({
    skills,
    files: [{ path: 'one.txt' }],
    patch: expect.stringMatching(/\n\+Say hello\.\n(?!\+)/),
  })
  expect((await owner.call(getCycleRunDiagnostics, { id: cycle.id })).body).toMatchObject({ skills })
  await grant(projectId, clientId, 'view')
  expect((await client.call(getTaskReviewEvidence, { id })).body.skills).toEqual([])
  expect(await rows('run_skill')).toMatchObject([{ slug: 'greet', content: null }])
})
