import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../../../testing/after-test.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { shortId } from '../../ids.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const run = (caller: Caller, ...words: string[]) => runForText(server, caller, words)

test('comment and comments speak of a task, or of the task in a cycle’s newest run', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  expect((await run(at.owner, 'comment', 'Hello', cycleId)).failure).toMatchObject({ code: 'no_task' })
  const { id, runId } = await taskIn(server, at, { projectId, cycleId })
  await asOwner(server, 'update cycle set run_id = $2 where id = $1', [cycleId, runId])
  expect((await run(at.owner, 'comments', shortId(cycleId))).said).toEqual([
    'Nobody has said anything about this task.',
  ])
  expect(await run(at.owner, 'comment', 'Use tabs.\n\u001b[2Jx', shortId(id))).toMatchObject({
    failure: undefined,
    said: [expect.stringMatching(/^Said\./)],
  })
  const { printed } = await run(at.owner, 'comments', cycleId)
  expect(printed).toMatch(/^owner \(agency\), \d{4}-\S+\n {4}Use tabs\.\n {4}\S+x$/)
  expect(printed).not.toContain('\u001b')
})

test('steer reports whether it drives, and messages shows messages that wait for an agent', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  await at.grant(projectId, at.clientId, 'view')
  expect((await run(at.owner, 'messages', cycleId)).said).toEqual(['Nobody has said anything in this conversation.'])
  expect((await run(at.owner, 'steer', 'Use blue.', shortId(cycleId))).said).toEqual([
    expect.stringMatching(/^Said\. No agent answers now/),
  ])
  expect((await run(at.client, 'steer', 'Use red.', cycleId)).said).toEqual([expect.stringMatching(/drives no agent/)])
  const lines = (await run(at.client, 'messages', cycleId)).printed.split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^owner \(agency\), \S+, waits for an agent$/),
    '    Use blue.',
    expect.stringMatching(/^client \(client\), \S+, drives no agent$/),
    '    Use red.',
  ])
})

test('message and messages --project speak of a project, and threads shows places with messages', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  await at.grant(projectId, at.clientId, 'view')
  const here = ['--project', projectId]
  expect((await run(at.owner, 'messages', ...here)).said).toEqual([expect.stringMatching(/^Nobody has said/)])
  expect((await run(at.owner, 'message', 'Use tabs.', ...here)).said).toEqual([expect.stringMatching(/^Said\. Agents/)])
  const escapes = `\u001b[2J\u009b31m\u202e${'x'.repeat(19_000)}\r\nowner (agency), now`
  expect((await run(at.client, 'message', escapes, ...here)).said).toEqual([expect.stringMatching(/not told/)])
  const { printed } = await run(at.owner, 'messages', ...here)
  expect(printed.split('\n')).toEqual([
    expect.stringMatching(/^owner \(agency\), \S+$/),
    '    Use tabs.',
    expect.stringMatching(/^client \(client\), \S+, not told to agents$/),
    expect.stringMatching(/^ {4}\\u\{001b\}/),
    '    owner (agency), now',
  ])
  expect(printed).not.toMatch(/[\u001b\u009b\u202e\r]/)
  await run(at.owner, 'steer', 'Use blue.', cycleId)
  expect((await run(at.client, 'threads', ...here)).printed.split('\n')).toEqual([
    expect.stringMatching(/^The project: 2 messages, the newest of \d{4}-/),
    expect.stringMatching(new RegExp(`^${shortId(cycleId)}  Cycle \\d+: 1 message, the newest of `)),
  ])
})

test('propose and steer take files along, and attachments shows, parses and removes them', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'view')
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-attach-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'brief.webm')
  await writeFile(file, Buffer.from('1a45dfa3', 'hex'))
  const missing = await run(at.owner, 'propose', 'A change', '--project', projectId, '--attach', 'nothere.pdf')
  expect(missing.failure).toMatchObject({ message: expect.stringMatching(/^nothere\.pdf cannot be read/) })
  const proposed = await run(at.owner, 'propose', 'A change', '--project', projectId, '--attach', file)
  expect(proposed.said).toContain('brief.webm, of the agency, in the proposal, not parsed')
  const [, handle] = /Cycle (\S+)/.exec(proposed.printed)!
  expect((await run(at.client, 'attach', file, handle!)).failure).toMatchObject({ code: 'attachment_needs_message' })
  expect((await run(at.client, 'steer', 'See this.', handle!, '--attach', file)).said[0]).toMatch(
    /in a message, not parsed/,
  )
  const listed = (await run(at.owner, 'attachments', handle!)).printed.split('\n')
  expect(listed).toEqual([
    expect.stringMatching(/^\S+ {2}brief\.webm, of the agency, in the proposal, not parsed$/),
    expect.stringMatching(/^\S+ {2}brief\.webm, of the client, in a message, not parsed$/),
  ])
  const [first, second] = listed.map((line) => line.split(' ')[0]!)
  expect((await run(at.owner, 'attachments', handle!, '--parse', second!)).failure).toMatchObject({
    code: 'attachment_not_readable',
  })
  expect((await run(at.owner, 'attachments', handle!, '--remove', first!)).said).toEqual([
    'The file “brief.webm” is removed.',
  ])
})
