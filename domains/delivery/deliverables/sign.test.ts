import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { asked } from '../../../testing/runs/deliverables.ts'
import { passkeyOf } from '../../../testing/people/passkeys.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { erasePerson } from '../../accounts/people/contract/own-data.ts'
import { erasePeople } from '../../accounts/people/jobs/erase-people.ts'
import {
  decideDeliverableApproval,
  getDeliverableDecision,
  listDeliverableApprovals,
  prepareDeliverableDecision,
  publishDeliverable,
  signDeliverableDecision,
} from './contract.ts'
import { verifyDecision, type DecisionVerdict } from './verify-decision.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const origin = server.baseUrl
const body = { decision: 'approved', comment: 'Seen on the phone. ü' }

const world = async () => {
  const at = await scene(server)
  const { cycleId, approvalId } = await asked(server, at, { title: 'Öffnungszeiten', summary: 'Alle Läden' })
  const passkey = await passkeyOf(server, at.clientId)
  const session = await at.signIn(at.clientId)
  const on = { cycleId, approvalId }
  const prepare = async () => (await session.call(prepareDeliverableDecision, { ...on, body })).body.statement as string
  return { at, on, passkey, session, prepare }
}

test('200 signs a decision that can be checked without the server, the passkey and the account', async () => {
  const { at, on, passkey, session } = await world()
  const prepared = await session.call(prepareDeliverableDecision, { ...on, body })
  expect(prepared).toMatchObject({
    status: 201,
    body: {
      text: expect.stringMatching(/^I approve “Öffnungszeiten”, revision 1, SHA-256 [0-9a-f]{64}\.$/) as string,
      rpId: '127.0.0.1',
      credentialIds: [passkey.credentialId],
    },
  })
  const statement = prepared.body.statement as string
  const decided = await session.call(signDeliverableDecision, { ...on, body: passkey.sign(statement) })
  expect(decided).toMatchObject({ status: 200, body: { ...body, shipped: false, reviewerId: at.clientId } })
  expect((await auditOf(server, at.workspace, on.approvalId)).map(({ action }) => action)).toEqual(
    ['request', 'prepare', 'decide'].map((verb) => `deliverable_approval.${verb}`),
  )
  expect((await auditOf(server, at.workspace, on.approvalId)).at(-1)).toMatchObject({
    details: { signed: true, decision: 'approved', keySha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  })
  const unsigned = await asked(server, at)
  expect((await session.call(prepareDeliverableDecision, { ...unsigned, body })).status).toBe(201)
  expect(await at.rows('deliverable_statement')).toHaveLength(1)
  expect((await session.call(erasePerson)).status).toBe(202)
  await erasePeople(server.parts, new AbortController().signal)
  expect(await asOwner(server, 'select id from passkey where user_id = $1', [at.clientId])).toEqual([])
  expect(await at.rows('deliverable_statement')).toEqual([])
  const file = (await at.owner.call(getDeliverableDecision, on)).body
  expect(await verifyDecision(file, origin)).toMatchObject({
    proved: {
      text: prepared.body.text as string,
      stated: {
        decision: 'approved',
        comment: body.comment,
        reviewerId: at.clientId,
        revision: 1,
        title: 'Öffnungszeiten',
      },
    },
  })
})

test.runIf(isLong)(
  '400 for every signature that is not of an own passkey over this very statement, and nothing is decided',
  async () => {
    const { at, on, passkey, session, prepare } = await world()
    const other = await passkeyOf(server, (await at.join('client')).userId)
    const statement = await prepare()
    const forged = passkey.sign(statement)
    for (const signature of [
      other.sign(statement),
      { ...other.sign(statement), credentialId: passkey.credentialId },
      passkey.sign(statement.replace('approved', 'changes_requested')),
      passkey.sign(statement, { challenge: Buffer.alloc(32, 7) }),
      passkey.sign(statement, { origin: 'http://evil.example' }),
      passkey.sign(statement, { type: 'webauthn.create' }),
      passkey.sign(statement, { flags: 0x01 }),
      { ...forged, signature: Buffer.from('nothing').toString('base64url') },
      { ...forged, clientDataJson: Buffer.from('{}').toString('base64url') },
      { ...forged, authenticatorData: 'AAAA' },
    ]) {
      const reply = await unchanged(server, () => session.call(signDeliverableDecision, { ...on, body: signature }))
      expectError(reply, 400, 'signature_refused')
    }
    expectError(await at.owner.call(getDeliverableDecision, on), 404, 'decision_not_signed')
    expect((await session.call(signDeliverableDecision, { ...on, body: forged })).status).toBe(200)
  },
)

test('409 without a passkey, a statement of this session, or time; and as soon as the revision moved', async () => {
  const { at, on, passkey, session, prepare } = await world()
  const nothing = await unchanged(server, () =>
    session.call(signDeliverableDecision, { ...on, body: passkey.sign('x') }),
  )
  expectError(nothing, 409, 'no_statement')
  const statement = await prepare()
  const signed = { ...on, body: passkey.sign(statement) }
  const elsewhere = await at.signIn(at.clientId)
  expectError(await unchanged(server, () => elsewhere.call(signDeliverableDecision, signed)), 409, 'no_statement')
  const newer = await prepare()
  expectError(await session.call(signDeliverableDecision, signed), 400, 'signature_refused')
  await asOwner(server, `update deliverable_statement set expires_at = now() where approval_id = $1`, [on.approvalId])
  const late = { ...on, body: passkey.sign(newer) }
  expectError(await unchanged(server, () => session.call(signDeliverableDecision, late)), 409, 'no_statement')
  const last = { ...on, body: passkey.sign(await prepare()) }
  await at.owner.call(publishDeliverable, { cycleId: on.cycleId })
  expectError(
    await unchanged(server, () => session.call(signDeliverableDecision, last)),
    409,
    'deliverable_republished',
  )
  await asOwner(server, 'delete from passkey where user_id = $1', [at.clientId])
  const again = await world()
  await asOwner(server, 'delete from passkey where user_id = $1', [again.at.clientId])
  const without = await unchanged(server, () => again.session.call(prepareDeliverableDecision, { ...again.on, body }))
  expectError(without, 409, 'no_passkey')
  expectError(await again.at.client.call(prepareDeliverableDecision, { ...again.on, body }), 403, 'forbidden')
})

test('only one of two wins if a signed and a plain decision come at once', async () => {
  const { at, on, passkey, session, prepare } = await world()
  const signed = { ...on, body: passkey.sign(await prepare()) }
  const replies = await Promise.all([
    session.call(signDeliverableDecision, signed),
    at.client.call(decideDeliverableApproval, { ...on, body: { decision: 'changes_requested' } }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const [row] = (await at.owner.call(listDeliverableApprovals, { cycleId: on.cycleId })).body as { decision: string }[]
  expect(row!.decision).toBe(replies[0].status === 200 ? 'approved' : 'changes_requested')
  const { status } = await at.owner.call(getDeliverableDecision, on)
  expect(status).toBe(replies[0].status === 200 ? 200 : 404)
})

test('a file in which anything differs proves nothing', async () => {
  const { at, on, passkey, session, prepare } = await world()
  await session.call(signDeliverableDecision, { ...on, body: passkey.sign(await prepare()) })
  const file = (await at.owner.call(getDeliverableDecision, on)).body as Record<string, string>
  const stranger = await passkeyOf(server, at.clientId)
  const faultOf = (verdict: DecisionVerdict) => ('fault' in verdict ? verdict.fault : undefined)
  expect(faultOf(await verifyDecision(file, origin))).toBeUndefined()
  const changes: Record<string, unknown>[] = [
    { comment: 'Another one' },
    { comment: null },
    { snapshot: file.snapshot!.replace('Alle', 'Keine') },
    { snapshot: ` ${file.snapshot!}` },
    { statement: file.statement!.replace('"approved"', '"changes_requested"') },
    { statement: file.statement!.replace('I approve', 'I approved') },
    { statement: `${file.statement!} ` },
    { statement: 'null' },
    { statement: '{}' },
    { publicKey: stranger.cose.toString('base64url') },
    { ...stranger.sign(file.statement!) },
    { signature: file.signature!.slice(0, -6) + 'AAAAAA' },
    { authenticatorData: file.authenticatorData!.slice(0, -6) + 'BBBBBB' },
    { clientDataJson: Buffer.from('{"type":"webauthn.get"}').toString('base64url') },
    { extra: true },
  ]
  for (const change of changes) {
    const verdict = await verifyDecision({ ...file, ...change }, origin)
    expect([change, faultOf(verdict)]).toEqual([change, expect.any(String)])
  }
  expect(faultOf(await verifyDecision(file, 'https://atelier.example.com'))).toContain('No passkey signed')
  for (const no of [null, [], 'text', 1])
    expect(faultOf(await verifyDecision(no, origin))).toBe('It is not a signed decision.')
})
