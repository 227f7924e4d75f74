import { afterAll, beforeAll, expect, test } from 'vitest'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { endOf, propose } from '../../../../testing/delivery.ts'
import { commandHeld, heldCommand } from '../../../../testing/runs/held-commands.ts'
import { changeThatWaits, importHistory } from '../../../../testing/repositories/readable-project.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import { shortId } from '../../ids.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
let at: Scene
let project: Awaited<ReturnType<typeof importHistory>>
let cycleId: string
let command: Awaited<ReturnType<typeof commandHeld>>

beforeAll(async () => {
  at = await scene(server)
  project = await importHistory(at.owner)
  cycleId = await propose(at.owner, project.projectId, changeThatWaits(heldCommand(server)))
  expect((await at.owner.call(executeCycle, { id: cycleId })).status).toBe(200)
  command = await commandHeld(server)
})
afterAll(async () => {
  await command.release()
  await endOf(at.owner, cycleId)
})

const run = (...words: string[]) => runForText(server, at.owner, [...words, '--project', project.projectId])

test('branches, files and show read committed content', async () => {
  expect((await run('branches')).printed).toMatch(
    /^main\nrefs\/atelier\/\S+\/task-1 {2}A change\nrefs\/\S+integration {2}/,
  )
  const listed = (await run('files')).printed.split('\n')
  expect(listed).toEqual(['.gitignore', 'a.txt', 'bytes.bin', 'dir/b.txt', 'empty', 'large.txt', 'latin1.txt'])
  expect(await run('show', 'a.txt')).toMatchObject({ failure: undefined, said: [], printed: 'one\ntwo\n' })
  expect((await run('show', 'bytes.bin')).said).toEqual(['It is a binary file.'])
  expect((await run('show', 'large.txt')).said).toEqual([
    expect.stringMatching(/^It is too large to be shown\. .* pull\.$/),
  ])
  expect((await run('show', 'latin1.txt')).said).toEqual([expect.stringMatching(/^It is not UTF-8/)])
  expect((await run('files', '--branch', 'next')).failure).toMatchObject({ kind: 'absent', code: 'branch_not_found' })
})

test('changes names what agents are working on, and shows the patch of a file', async () => {
  const { printed } = await run('changes', '--since', project.since)
  const [, task] = /^A change \(task (\w{8}), at work\)$/m.exec(printed)!
  expect(printed.split('\n')).toEqual([
    'modified  a.txt  +1 -0',
    'added  large.txt  +1 -0',
    `A change (task ${task!}, at work)`,
    '  modified  a.txt  +1 -2',
    '  untracked  .held',
    '  untracked  NOTES.md',
    '  untracked  x/new',
  ])
  expect((await run('changes', 'a.txt', '--task', task!)).printed).toMatch(/\n-one\n-two\n\+ONE\n$/)
  expect((await run('changes', 'a.txt', '--since', project.since)).printed).toMatch(/\n one\n\+two\n$/)
  expect((await run('changes', 'x/new', '--task', task!)).said).toEqual(['It is a binary file.'])
  expect((await run('show', 'a.txt', '--task', task!)).printed).toBe('ONE\n')
  expect((await run('changes', '--task', task!)).failure).toMatchObject({ kind: 'usage' })
  expect((await run('show', 'a.txt', '--task', shortId(project.projectId))).failure).toMatchObject({ code: 'no_task' })
})
