import { expect, test } from 'vitest'
import { endOf, fileBlock, propose, runCycle } from '../../../../testing/delivery.ts'
import { commandHeld, heldCommand } from '../../../../testing/held-commands.ts'
import { refsIn } from '../../../../testing/leftovers.ts'
import { revert, revertible } from '../../../../testing/reverts.ts'
import { testServer } from '../../../../testing/server.ts'
import { executeCycle } from '../contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

const run = (command: string) => `\`\`\`run\n${command}\n\`\`\`\n`

test('of a cycle that was merged into a branch that had moved, what it brought is undone and nothing else', async () => {
  const { at, projectId, inRepository, deliver } = await revertible(server, { 'a.txt': 'one\n' })
  const { owner } = at
  const id = await propose(owner, projectId, run(heldCommand(server)) + fileBlock('mine.txt', 'mine\n'))
  await owner.call(executeCycle, { id })
  const held = await commandHeld(server)
  const other = await deliver(fileBlock('other.txt', 'other\n'))
  await held.release()
  const { cycle: merged } = await endOf(owner, id)
  expect(inRepository('log', '-1', '--format=%P', merged.mergedSha)).toMatch(new RegExp(`^${other.mergedSha} `))
  const { cycle } = await runCycle(owner, await revert(owner, id))
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(inRepository('ls-tree', '-r', '--name-only', cycle.mergedSha).split('\n')).toEqual(['a.txt', 'other.txt'])
})

/** Its check fails where one file needs another one that is not there. */
const needy = { 'package.json': '{ "scripts": { "test": "[ ! -e uses-less.js ] || [ -e less.js ]" } }\n' }

test('checks judge a revert as any change: what others need by now is not undone', async () => {
  const { at, projectId, deliver } = await revertible(server, needy)
  const { owner } = at
  const first = await deliver(fileBlock('less.js', 'export const less = (a, b) => a - b\n'))
  const last = await deliver(fileBlock('uses-less.js', "import './less.js'\n"))
  const refused = await runCycle(owner, await revert(owner, first.id))
  expect(refused.cycle).toMatchObject({ status: 'failed', mergedSha: null })
  expect(refused.cycle.failure.message).toContain('The check “test” passed before the change')
  expect(await refsIn(server, projectId)).toEqual({ 'refs/heads/main': last.mergedSha })
})
