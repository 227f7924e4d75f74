import { expect, test } from 'vitest'
import { library, propose, runCycle } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getCycleRunDiagnostics } from '../contract.ts'

const server = await testServer()

test('an agent that leaves too many files runs once, and the cycle says how many a commit may hold', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const description = '```run\nmkdir many; cd many; seq 20001 | xargs touch\n```\n'
  const { cycle } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  expect(cycle).toMatchObject({ status: 'failed' })
  expect(cycle.failure).toMatchObject({
    step: 'build-task',
    message:
      '20001 files changed, and a commit may hold 20000. Add what is generated to .gitignore, or remove it, and try again.',
  })
  const { body } = await at.owner.call(getCycleRunDiagnostics, { id: cycle.id })
  expect(body).toMatchObject({
    steps: [{ name: 'advance' }, { name: 'build-task', status: 'failed', attempt: 1 }, {}, {}, {}],
  })
  expect(await leftovers(server)).toEqual({})
})
