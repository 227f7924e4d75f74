import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  getDeliverable,
  prepareDeliverableDecision,
  signDeliverableDecision,
} from '../../../../domains/delivery/deliverables/contract.ts'
import { deliverWith } from '../../../../testing/runs/artifacts.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { quietSession } from '../../../../testing/cli/quiet-session.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { askedIn, publishedIn } from '../../../../testing/runs/deliverables.ts'
import { passkeyOf } from '../../../../testing/people/passkeys.ts'
import { portalClientOf } from '../../../../testing/clients/portals.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { shortId } from '../../ids.ts'
import { buildProgram } from '../../program/program.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const run = (caller: Caller, ...words: string[]) => runForText(server, caller, words)

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await portalClientOf(server, at, at.clientId)
  await at.grant(projectId, at.clientId, 'view')
  return { at, projectId, cycleId: await cycleIn(server, at, projectId) }
}

test('publish writes the values in options, asks by address, and the client finds, reads and approves it', async () => {
  const { at, cycleId } = await world()
  const email = `${at.clientId}@example.com`
  const first = await run(at.owner, 'publish', cycleId, '--summary', 'Hours.', '--due', '2027-03-04', '--ask', email)
  expect(first.failure).toBeUndefined()
  expect(first.printed).toMatch(/^“Cycle \d+” is published as revision 1\.\nSHA-256 [0-9a-f]{64}\nclient is asked/)
  expect(first.documents).toMatchObject([
    {
      deliverable: { summary: 'Hours.', dueDate: '2027-03-04T00:00:00.000Z' },
      approvals: [{ reviewerId: at.clientId }],
    },
  ])
  const inbox = await run(at.client, 'inbox')
  const [{ id }] = inbox.documents[0] as [{ id: string }]
  expect(inbox.printed).toMatch(/^EMP-1 {2}Approve “Cycle \d+”, revision 1\? · since /)
  const shown = await run(at.client, 'deliverable', cycleId)
  expect(shown.printed).toContain('as computed here from the snapshot\n  Somebody has not decided on it yet.')
  expect(shown.printed).toContain('Status: draft, due 2027-03-04\n  Hours.')
  const approved = await run(at.client, 'approve', shortId(id), '--note', 'Fine.')
  expect(approved.documents).toMatchObject([{ approvalId: id, decision: 'approved', comment: 'Fine.', shipped: false }])
  expect(approved.printed).toContain('Approved. The delivery policy of the project ships nothing on an approval.')
  expect((await run(at.client, 'inbox')).printed).toBe('Nothing waits for a decision.')
  expect((await run(at.owner, 'deliverable', cycleId)).printed).toMatch(
    /It is approved\.\n {2}- revision 1, client: approved: Fine\.$/,
  )
  const again = await run(at.owner, 'publish', cycleId, '--status', 'delivered')
  expect(again.documents).toMatchObject([
    { deliverable: { summary: 'Hours.', clientStatus: 'delivered', submittedRevision: 2 } },
  ])
  expect((await run(at.owner, 'unpublish', cycleId)).failure).toBeUndefined()
  expect((await at.client.call(getDeliverable, { cycleId })).status).toBe(404)
})

test('reject asks for changes; an outdated result is not offered, and a request of a run is still decided', async () => {
  const { at, projectId } = await world()
  const cycleId = await publishedIn(server, at, projectId)
  const id = await askedIn(server, cycleId, at.clientId)
  const changed = await publishedIn(server, at, projectId)
  await askedIn(server, changed, at.clientId)
  await asOwner(server, `update deliverable set title = 'Other' where cycle_id = $1`, [changed])
  await at.grant(projectId, at.clientId, 'steer')
  const requestId = await requestIn(server, at, projectId, { requiredActor: 'client' })
  const inbox = await run(at.client, 'inbox')
  expect(inbox.documents).toMatchObject([[{ id: requestId }, { id, title: 'Opening hours' }]])
  const rejected = await run(at.client, 'reject', id, '--feedback', 'Holidays too.')
  expect(rejected.documents).toMatchObject([{ decision: 'changes_requested', comment: 'Holidays too.' }])
  expect((await run(at.client, 'approve', requestId)).documents).toMatchObject([{ id: requestId, status: 'approved' }])
})

test('a snapshot that does not have its hash is no deliverable, and a due date has to be a day', async () => {
  const { at, projectId } = await world()
  const cycleId = await publishedIn(server, at, projectId)
  await asOwner(server, `update deliverable_snapshot set content = replace(content, 'Opening', 'Closing')`, [])
  expect((await run(at.client, 'deliverable', cycleId)).failure).toMatchObject({ code: 'snapshot_differs' })
  for (const due of ['2027-02-30', 'soon'])
    expect((await run(at.owner, 'publish', cycleId, '--due', due)).failure).toMatchObject({ kind: 'usage' })
  expect((await run(at.owner, 'publish', cycleId, '--ask', 'nobody@example.com')).failure).toMatchObject({
    code: 'no_client',
  })
  expect((await at.owner.call(getDeliverable, { cycleId })).body).toMatchObject({ submittedRevision: 1 })
})

test('a file that the published revision names is saved, compared with its hash and never over another file', async () => {
  const { at, projectId, cycleId } = await world()
  const folder = await mkdtemp(join(tmpdir(), 'cli-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const report = { contentType: 'text/plain; charset=utf-8', content: 'All is well.' }
  await deliverWith(server, at, { projectId, cycleId }, { 'reports/one.txt': report })
  expect((await run(at.owner, 'publish', cycleId)).failure).toBeUndefined()
  const save = (...words: string[]) => runForText(server, at.client, ['deliverable', cycleId, ...words], folder)
  expect((await save('--file', 'reports/one.txt')).printed).toMatch(/^Saved as .*one\.txt, SHA-256 [0-9a-f]{64}$/)
  expect(await readFile(join(folder, 'one.txt'), 'utf8')).toBe('All is well.')
  expect((await save('--file', 'reports/one.txt')).failure).toMatchObject({ code: 'file_exists' })
  expect((await save('--file', 'one.txt')).failure).toMatchObject({ code: 'no_artifact' })
  expect((await save('--file', 'x', '--decision', 'y')).failure).toMatchObject({ kind: 'usage' })
})

test('a signed decision is taken along and checked without a server; a changed one, or another key, is refused', async () => {
  const { at, projectId } = await world()
  const folder = await mkdtemp(join(tmpdir(), 'cli-decision-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cycleId = await publishedIn(server, at, projectId)
  const approvalId = await askedIn(server, cycleId, at.clientId)
  const passkey = await passkeyOf(server, at.clientId)
  const session = await at.signIn(at.clientId)
  const body = { decision: 'approved', comment: 'Fine.' }
  const { statement } = (await session.call(prepareDeliverableDecision, { cycleId, approvalId, body })).body
  const signed = { cycleId, approvalId, body: passkey.sign(statement as string) }
  expect((await session.call(signDeliverableDecision, signed)).status).toBe(200)
  const file = join(folder, 'decision.json')
  const saved = await run(at.owner, 'deliverable', cycleId, '--decision', shortId(approvalId), '--out', file)
  expect(saved.printed).toContain('verify decision')

  const offline = async (...words: string[]) => {
    const { session: alone, printed, documents } = quietSession(folder)
    const failure: unknown = await buildProgram(alone)
      .parseAsync(['verify', 'decision', ...words], { from: 'user' })
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    return { failure, printed: printed.join('\n'), documents: documents as { keySha256: string }[] }
  }
  const held = await offline(file, '--origin', `${server.baseUrl}/console`)
  expect(held.failure).toBeUndefined()
  expect(held.printed).toMatch(/^I approve “Opening hours”, revision 1, SHA-256 [0-9a-f]{64}\.\n“Fine\.”\nSigned at/)
  const { keySha256 } = held.documents[0]!
  expect((await offline(file, '--origin', server.baseUrl, '--key', keySha256)).failure).toBeUndefined()
  const other = await offline(file, '--origin', server.baseUrl, '--key', '0'.repeat(64))
  expect(other.failure).toMatchObject({ code: 'other_key' })
  expect((await offline(file, '--origin', 'https://atelier.example.com')).failure).toMatchObject({
    code: 'decision_broken',
  })
  expect((await offline(file, '--origin', 'here')).failure).toMatchObject({ kind: 'usage' })
  const changed = join(folder, 'changed.json')
  await writeFile(changed, (await readFile(file, 'utf8')).replace('Fine.', 'Nice.'))
  expect((await offline(changed, '--origin', server.baseUrl)).failure).toMatchObject({ code: 'decision_broken' })
  await writeFile(changed, 'no JSON')
  expect((await offline(changed, '--origin', server.baseUrl)).failure).toMatchObject({ code: 'decision_broken' })
  expect((await offline('none.json', '--origin', server.baseUrl)).failure).toMatchObject({ code: 'no_file' })
})
