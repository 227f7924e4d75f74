import { expect, test } from 'vitest'
import { createProject } from '../../../../domains/code/projects/contract.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { shortId } from '../../ids.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('start, roadmap, its order, and stop --project', async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  await cycleIn(server, at, body.id as string)
  const second = await cycleIn(server, at, body.id as string)
  const run = (...words: string[]) => runCommand(server, at.owner, words)
  const shop = ['--project', 'Shop']
  const line = (handle: string, urgency: number) =>
    expect.stringMatching(new RegExp(`^ {2}${handle} {2}${urgency} {2}draft {2}Cycle \\d+$`)) as string
  const off = expect.stringContaining('does not work by itself') as string
  expect((await run('roadmap', ...shop)).printed).toEqual([off, 'Next', line('SHO-1', 3), line('SHO-2', 3)])
  expect((await run('start', ...shop)).documents).toMatchObject([{ status: 'on', runNumber: 1 }])
  const ordered = await run('roadmap', 'order', 'sho-2', '--urgency', '1', ...shop)
  const on = ['The project works by itself.', 'It has begun 0 cycles.']
  expect(ordered.printed).toEqual([...on, 'Next', line('SHO-2', 1), line('SHO-1', 3)])
  expect((await run('roadmap', 'order', shortId(second), '--urgency', '9', ...shop)).failure).toMatchObject({
    kind: 'usage',
  })
  expect((await run('roadmap', 'order', 'ffffffff', ...shop)).failure).toMatchObject({ code: 'no_draft' })
  expect((await run('stop', ...shop)).documents).toMatchObject([{ status: 'stopping' }])
})

test('revert proposes a cycle that undoes a delivered one, and reports why it cannot', async () => {
  const at = await scene(server)
  const id = await cycleIn(server, at, await emptyProject(at.owner), 'completed')
  const refused = await runCommand(server, at.owner, ['revert', id])
  expect(refused.failure).toMatchObject({ code: 'cycle_not_delivered' })
  await asOwner(server, 'update cycle set merged_sha = $2 where id = $1', [id, 'a'.repeat(40)])
  const { printed, documents } = await runCommand(server, at.owner, ['revert', shortId(id)])
  expect(printed.join('\n')).toMatch(/^Proposed “Revert “Cycle \d+””\nCycle EMP-2\nNext: .* run EMP-2$/)
  expect(documents).toMatchObject([{ cycle: { revertsCycleId: id, status: 'draft' }, adopted: false }])
})
