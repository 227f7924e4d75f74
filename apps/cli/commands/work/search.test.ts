import { expect, test } from 'vitest'
import { documentIn } from '../../../../testing/ai/document-rows.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { makeAccount } from '../../../../testing/clients/portals.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { shortId } from '../../ids.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('search prints each result with its text, and shows characters that would end a terminal’s line as text', async () => {
  const at = await scene(server)
  const id = await cycleIn(server, at, await emptyProject(at.owner))
  await asOwner(server, `update cycle set title = E'Odd \\u001b[31m', description = 'Round the sums' where id = $1`, [
    id,
  ])
  const run = (...words: string[]) => runCommand(server, at.owner, ['search', ...words])
  const [first, second] = (await run('round', 'sum')).printed
  expect(first).toMatch(/^cycle {2}EMP-1 {2}Odd \\u\{001b\}\[31m {2}\(Empty \d+\)$/)
  expect((await run('emp-1')).printed[0]).toBe(first)
  expect(second).toBe('  Round the sums')
  expect((await run('nowhere')).said).toEqual(['Nothing has all of these words.'])
  expect((await run('round', '--kind', 'task')).printed).toEqual([])
  await makeAccount(at, 'Globex')
  expect((await run('lobe')).printed).toEqual(['client  Globex'])
  const document = await documentIn(server, at)
  expect((await run('brief', '--kind', 'document')).printed).toEqual([
    `document  ${shortId(document)}  brief.txt, page 1`,
    '  A brief.',
  ])
  expect((await run('lobe', '--kind', 'client')).printed).toEqual(['client  Globex'])
  expect((await run('round', '--kind', 'nothing')).failure).toMatchObject({ kind: 'usage' })
})
