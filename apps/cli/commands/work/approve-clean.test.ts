import { expect, test } from 'vitest'
import { updateProject } from '../../../../domains/code/projects/contract.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { fileBlock, nodeLibrary, propose } from '../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { runUntilAsked } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer()

test('approve --clean shows and approves changes with few unseen lines and their facts, which the inbox has too, and leaves out a call to the network', async () => {
  const { owner, rows } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(nodeLibrary))
  await owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
  const top = `export const top = (n) => n + 1\n`
  const topTest = `import assert from 'node:assert'\nimport test from 'node:test'\nimport { top } from './top.js'\ntest('top', () => assert.equal(top(1), 2))\n`
  const sum = fileBlock('sum.js', '// Adds.\nexport const sum = (a, b) => a + b\n')
  const clean = [fileBlock('top.js', top), fileBlock('top.test.js', topTest), sum].join('\n')
  const door = `${clean}\n${fileBlock('door.js', "export const door = () => fetch('https://door.example/')\n")}`
  const before = await runForText(server, owner, ['approve', '--clean', '--yes'])
  expect(before.printed).toContain('No change waits whose parts are accounted for.')
  for (const description of [clean, door]) await runUntilAsked(owner, await propose(owner, projectId, description))
  expect((await runForText(server, owner, ['approve'])).failure).toMatchObject({
    code: 'no_request',
    message: expect.stringMatching(/^Name one request.*(\n {2}\S*atelier approve \S+ {2}Merge .*){2}$/) as string,
  })
  expect((await runForText(server, owner, ['approve', '--clean'])).failure).toMatchObject({ code: 'no_terminal' })
  const fact = '“sum.js” is loaded by “sum.test.js”. Tests there: 1 passed.'
  expect((await runForText(server, owner, ['inbox'])).printed).toContain(fact)
  const ran = await runForText(server, owner, ['approve', '--clean', '--yes'])
  expect(ran.failure).toBeUndefined()
  expect(ran.said.join('\n')).toMatch(/ parts: /)
  expect(ran.said.join('\n')).toContain(fact)
  expect(ran.documents).toMatchObject([[{ status: 'approved', decision: 'Approved together with other changes.' }]])
  const decided = (await rows('audit_row')).filter(({ action }) => action === 'pending_request.resolve')
  expect(decided).toHaveLength(1)
})
