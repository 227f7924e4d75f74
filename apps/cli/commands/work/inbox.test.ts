import { expect, test } from 'vitest'
import { atelier } from '../../program/command.ts'
import { updateProject } from '../../../../domains/code/projects/contract.ts'
import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import { getCycle } from '../../../../domains/delivery/cycles/contract.ts'
import { getPendingRequest, resolvePendingRequest } from '../../../../domains/delivery/requests/contract.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { quietSession } from '../../../../testing/cli/quiet-session.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { fileBlock, library, propose, mergingChecked } from '../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { requestIn, requestOf } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { openClient } from '../../client/client.ts'
import type { Decide } from '../../cycle/decide.ts'
import { shortId } from '../../ids.ts'
import { watchCycle } from '../../cycle/watch-cycle.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'

const server = await testServer()

const sessionOf = ({ key }: Caller) => {
  const client = openClient({ url: server.baseUrl, apiKey: key! })
  return { ...quietSession('/', () => Promise.resolve(client)), close: () => client.close() }
}

/** Runs a command as a script would, and gives what it said, printed and ended in. */
const run = async (caller: Caller, ...words: string[]) => {
  const ran = await runForText(server, caller, words)
  return { ...ran, said: ran.said.join('\n') }
}

/** A cycle whose changes have to be approved. */
const proposed = async (maxRevisions = 1) => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  await owner.call(updateProject, {
    id: projectId,
    body: { requiresApproval: true, maxRevisions, runtime: mergingChecked },
  })
  return { owner, id: await propose(owner, projectId, fileBlock('a.txt', 'x\n')) }
}

test.runIf(isLong)(
  'a script’s run ends when a person has to decide; inbox and status show it, and approve lets it continue',
  async () => {
    const { owner, id } = await proposed()
    const { failure, said } = await run(owner, 'run', id)
    expect(failure).toMatchObject({ kind: 'unverified', code: 'checked' })
    const request = await requestOf(owner, id)
    const short = shortId(request.id)
    const { handle } = (await owner.call(getCycle, { id })).body.cycle
    expect(said).toContain('The run waits for a decision:\n  Merge “A change”?\n    - The project asks for an approval')
    expect(said).toContain(`Decide: ${atelier} approve ${short}, or ${atelier} reject ${short}`)
    const inbox = await run(owner, 'inbox')
    expect(inbox.printed).toContain(`${handle}  Merge “A change”?`)
    expect(inbox.printed).toContain(`Decide: ${atelier} approve ${handle}, or ${atelier} reject ${handle}`)
    expect(inbox.documents).toMatchObject([[{ id: request.id, status: 'pending' }]])
    const status = await run(owner, 'status', '--all')
    expect(status.printed).toContain(`blocked   ${handle}`)
    expect(status.printed).toContain(`atelier approve ${short}`)
    const approved = await run(owner, 'approve', handle, '--note', 'Looks right.')
    expect(approved.printed).toMatch(/Approved\. The run goes on with that: \S*atelier watch/)
    expect(approved.documents).toMatchObject([{ status: 'approved', decision: 'Looks right.' }])
    expect((await run(owner, 'watch', id)).failure).toBeUndefined()
    expect((await run(owner, 'inbox')).printed).toBe('Nothing waits for a decision.')
    expect((await owner.call(getCycle, { id })).body.cycle.status).toBe('completed')
  },
)

test.runIf(isSoak)('reject drops a change without a word, and sends it back with a word', async () => {
  const { owner, id } = await proposed()
  await run(owner, 'run', id)
  const first = await requestOf(owner, id)
  const feedback = fileBlock('b.txt', 'y\n')
  expect((await run(owner, 'reject', first.id, '--feedback', feedback)).failure).toBeUndefined()
  const second = await requestOf(owner, id)
  expect(second.id).not.toBe(first.id)
  const watched = run(owner, 'watch', id)
  expect((await run(owner, 'reject', shortId(second.id))).printed).toContain('Denied.')
  expect((await watched).failure).toMatchObject({ kind: 'failed', code: 'denied' })
})

test.runIf(isSoak)(
  'a decision in place lets the run continue to its end, and yields to a faster decision of another person',
  async () => {
    const { owner, id } = await proposed(0)
    const { session, said, close } = sessionOf(owner)
    const decide: Decide = async (request) => {
      await owner.call(resolvePendingRequest, { id: request.id, body: { status: 'denied', feedback: 'Not yet.' } })
      return { status: 'approved' }
    }
    await owner.call(executeCycle, { id })
    const detail = await watchCycle(session, id, decide)
    expect(detail.cycle).toMatchObject({ status: 'failed' })
    expect(said.join('\n')).toContain('It is denied already, by owner.')
    await owner.call(executeCycle, { id })
    expect((await watchCycle(session, id, () => Promise.resolve({ status: 'approved' }))).cycle.status).toBe(
      'completed',
    )
    await close()
  },
)

test('a request is named by its id, its beginning or its end, and never by a guess', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const ids = [await requestIn(server, at, projectId), await requestIn(server, at, projectId)]
  expect((await run(at.owner, 'approve', ids[0]!.slice(0, 6))).failure).toMatchObject({ kind: 'usage' })
  expect((await run(at.owner, 'approve', '')).failure).toMatchObject({ kind: 'absent', code: 'no_request' })
  expect((await run(at.owner, 'approve', 'none')).failure).toMatchObject({ kind: 'absent', code: 'no_request' })
  expect((await run(at.owner, 'approve', ids[0]!.slice(-12))).failure).toBeUndefined()
  expect((await run(at.owner, 'reject', ids[1]!.slice(0, 8))).failure).toBeUndefined()
  const statuses = await Promise.all(
    ids.map(async (id) => (await at.owner.call(getPendingRequest, { id })).body.status),
  )
  expect(statuses).toEqual(['approved', 'denied'])
  expect((await run(at.owner, 'approve', ids[0]!)).failure).toMatchObject({ code: 'request_not_pending' })
})

test('ask-client asks, the client finds it in the inbox and answers it; a gate is approved and not answered', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  await at.grant(projectId, at.clientId, 'steer')
  const asked = await run(at.member, 'ask-client', 'Opening hours', 'Which days are you closed?', shortId(cycleId))
  const { id } = asked.documents[0] as { id: string }
  expect(asked.printed).toContain(`Asked as ${shortId(id)}.`)
  const inbox = await run(at.client, 'inbox')
  expect(inbox.printed).toContain('Opening hours')
  expect(inbox.printed).toContain('Which days are you closed?')
  const { handle } = (await at.owner.call(getCycle, { id: cycleId })).body.cycle
  expect(inbox.printed).toContain(`${atelier} answer ${handle} "<the answer>"`)
  expect((await run(at.client, 'answer', shortId(id), 'On Mondays.')).printed).toContain('Opening hours: answered.')
  expect((await at.owner.call(getPendingRequest, { id })).body).toMatchObject({
    status: 'approved',
    decision: 'On Mondays.',
    decidedBy: 'client',
  })
  const gate = await requestIn(server, at, projectId, { requestType: 'approval' })
  expect((await run(at.owner, 'answer', gate, 'Yes')).failure).toMatchObject({ kind: 'usage', code: 'no_question' })
})
