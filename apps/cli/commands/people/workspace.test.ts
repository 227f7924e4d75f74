import { expect, test } from 'vitest'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('the workspace is shown and changed, as an administrator', async () => {
  const at = await scene(server)
  const run = (...words: string[]) => runCommand(server, at.owner, ['workspace', ...words])
  expect((await run()).printed).toEqual(['name       Test', 'time zone  UTC', 'locale     en'])
  const set = await run('set', '--name', 'Northwind', '--time-zone', 'Europe/Berlin', '--locale', 'en-GB')
  expect(set.printed).toEqual(['name       Northwind', 'time zone  Europe/Berlin', 'locale     en-GB'])
  expect((await run('set', '--time-zone', 'Mars/Base')).failure).toMatchObject({ message: /no such time zone/ })
  expect((await run('set')).failure).toMatchObject({ kind: 'usage' })
  expect((await runCommand(server, at.member, ['workspace', 'set', '--name', 'Mine'])).failure).toBeDefined()
  expect((await run('show')).documents).toMatchObject([{ name: 'Northwind', revision: 1 }])
})
