import { expect, test } from 'vitest'
import { fileBlock, library, mergingChecked, propose } from '../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { runUntilAsked } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createAgent } from '../../../agents/agents/contract.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'

const server = await testServer()

test('the offline model carries out the blocks of a round in that round, and leaves out a round without any', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const agent = { name: 'Ours', runtimeKind: 'native', pipeline: 'full', projectId }
  await at.owner.call(createAgent, { body: agent })
  await at.owner.call(updateProject, { id: projectId, body: { runtime: mergingChecked } })
  const page = fileBlock('docs/notes.md', 'All about notes.\n')
  const description = `${fileBlock('NOTES.md', 'x\n')}\n\`\`\`\`round document\n${page}\`\`\`\`\n`
  const { cycle, tasks } = await runUntilAsked(at.owner, await propose(at.owner, projectId, description))
  expect(cycle).toMatchObject({ status: 'completed' })
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect(body.rounds).toMatchObject([
    { round: 'test', outcome: 'skipped', agent: null, reason: expect.stringMatching(/no block for this round/) },
    { round: 'document', outcome: 'changed', agent: { name: 'Writer', model: 'offline' } },
  ])
  expect((body.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md', 'docs/notes.md'])
  await at.grant(projectId, at.clientId, 'view')
  const seen = await at.client.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect(seen.body).toMatchObject({ rounds: [], carriedOutBy: null })
})
