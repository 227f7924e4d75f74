import { expect, test } from 'vitest'
import type { Caller } from '../../../testing/caller.ts'
import { runCommand } from '../../../testing/cli/run-command.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['growth', ...words])

test('growth adds, lists, looks up and removes suppressions', async () => {
  const { member, client } = await scene(server)
  const { printed, documents } = await run(member, 'suppress', 'Ada@Example.com', 'example.org')
  expect(printed.map((line) => line.split(/ {2,}/).slice(1)).sort()).toEqual([
    ['person', 'ada@example.com'],
    ['person', 'example.org'],
  ])
  expect(documents).toMatchObject([{ alreadyListed: 0 }])
  expect((await run(member, 'suppressions', '--address', 'eve@mail.example.org')).printed).toEqual([
    expect.stringMatching(/ example\.org$/),
  ])
  const [found] = (await run(member, 'suppressions', '--address', 'ada@example.com')).printed
  expect((await run(member, 'unsuppress', found!.split(' ')[0]!)).documents).toEqual([{ deleted: true }])
  expect((await run(member, 'suppressions')).printed).toHaveLength(1)
  expect((await run(member, 'suppress', 'no address')).failure).toBeDefined()
  expect((await run(client, 'suppressions')).failure).toBeDefined()
})

test('growth status shows the spend of the month and the rules', async () => {
  const { member } = await scene(server)
  const { printed, documents } = await run(member, 'status')
  expect(printed[0]).toBe('spent this month  $0.00, no hard cap')
  expect(documents).toMatchObject([{ leadRetentionDays: 180 }])
})
