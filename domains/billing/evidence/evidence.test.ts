import canonicalize from 'canonicalize'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { chargeFor, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
import { cycleIn, taskIn } from '../../../testing/cycles.ts'
import { askedIn, publishedIn } from '../../../testing/runs/deliverables.ts'
import { lateFrom } from '../../../testing/console/late-pages.ts'
import { passkeyOf } from '../../../testing/people/passkeys.ts'
import { streamsOf } from '../../../testing/ai/pdf-streams.ts'
import { makeAccount, makeAccountProject, seatOf } from '../../../testing/clients/portals.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import type { Operation } from '../../../platform/contract/index.ts'
import {
  decideDeliverableApproval,
  prepareDeliverableDecision,
  signDeliverableDecision,
  unpublishDeliverable,
} from '../../delivery/deliverables/contract.ts'
import { deleteCycle } from '../../delivery/cycles/contract.ts'
import { correctBillable } from '../billables/contract.ts'
import { voidClientInvoice } from '../invoices/contract.ts'
import {
  getClientInvoiceEvidence,
  getClientInvoiceEvidencePdf,
  getPortalInvoiceEvidence,
  getPortalInvoiceEvidencePdf,
} from './contract.ts'
import { verifyEvidence } from './verify-evidence.ts'
import { hashOf } from './evidence.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

interface Origin {
  kind: string
  found: boolean
  approvalId: string | null
  revisionHash: string | null
  commits: string[]
}
interface Pack {
  evidence: {
    invoice: Record<string, unknown>
    lines: { description: string; amountMinor: number; origin: Origin }[]
    decisions: {
      snapshot: string | null
      signed: Record<string, string> | null
      revisionHash: string
      withheld: unknown
    }[]
  }
  sha256: string
}
type NotedPack = Pack & { notes: Record<string, unknown>[] }

const commit = 'a'.repeat(40)

/** An account with a seat, a project of its own, and a person who decides there. */
const world = async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  const projectId = await makeAccountProject(at, account)
  await at.grant(projectId, at.clientId, 'view')
  const { caller: holder, userId } = await at.join('client')
  await seatOf(server, at, account, userId)
  const read = async (id: string) => {
    const { status, body } = await at.member.call(getClientInvoiceEvidence, { id })
    expect([status, body]).toEqual([200, body])
    return body as unknown as NotedPack
  }
  const billed = async (source: object, change: object = {}) =>
    issuedOf(at, [await chargeFor(at, account, { source, ...change })])
  return { at, account, projectId, holder, read, billed }
}

/** A cycle that delivered, published, and approved by a click or with a passkey. */
const approvedIn = async (at: Scene, projectId: string, how: 'clicked' | 'signed') => {
  const cycleId = await publishedIn(server, at, projectId)
  const approvalId = await askedIn(server, cycleId, at.clientId)
  const body = { decision: 'approved', comment: 'Seen on the phone.' }
  if (how === 'clicked') {
    expect((await at.client.call(decideDeliverableApproval, { cycleId, approvalId, body })).status).toBe(200)
    return { cycleId, approvalId }
  }
  const passkey = await passkeyOf(server, at.clientId)
  const session = await at.signIn(at.clientId)
  const { statement } = (await session.call(prepareDeliverableDecision, { cycleId, approvalId, body })).body
  const signed = { cycleId, approvalId, body: passkey.sign(statement as string) }
  expect((await session.call(signDeliverableDecision, signed)).status).toBe(200)
  return { cycleId, approvalId }
}

describe('getClientInvoiceEvidence', () => {
  test('200 leads from each line to its charge: approval, cycle, task, entry, and corrections to theirs', async () => {
    const { at, account, projectId, read } = await world()
    const { cycleId, approvalId } = await approvedIn(at, projectId, 'signed')
    const delivered = await cycleIn(server, at, projectId)
    await asOwner(server, 'update cycle set merged_sha = $2 where id = $1', [delivered, commit])
    const { id: taskId } = await taskIn(server, at, { projectId, cycleId: delivered }, 'merged')
    await asOwner(server, `update task set merge_sha = $2, title = 'Planted title' where id = $1`, [taskId, commit])
    const sources = [
      { kind: 'decision', id: approvalId },
      { kind: 'cycle', id: delivered },
      { kind: 'task', id: taskId },
      { kind: 'entry', id: null },
    ]
    const charges: string[] = []
    for (const source of sources) charges.push(await chargeFor(at, account, { source }))
    const less = { description: 'Less', quantity: '-0.5', unitPriceMinor: 10_000 }
    const correction = (await at.owner.call(correctBillable, { id: charges[0]!, body: less })).body.id as string
    const id = await issuedOf(at, [...charges, correction])
    const { evidence, sha256, notes } = await read(id)
    const { revisionHash } = evidence.decisions[0]!
    const approved = { kind: 'decision', found: true, approvalId, revisionHash, commits: [] }
    const none = { found: true, approvalId: null, revisionHash: null }
    expect(evidence.lines).toMatchObject([
      { position: 1, isCorrection: false, origin: approved },
      { origin: { ...none, kind: 'cycle', commits: [commit] } },
      { origin: { ...none, kind: 'task', commits: [commit] } },
      { origin: { ...none, kind: 'entry', commits: [] } },
      { isCorrection: true, amountMinor: -5_000, origin: approved },
    ])
    expect(evidence.decisions).toMatchObject([
      { approvalId, revision: 1, reviewerName: 'client', withheld: null, signed: { comment: 'Seen on the phone.' } },
    ])
    expect(notes).toMatchObject([
      { billableId: charges[0], recordedBy: 'owner', cycleId, taskId: null, projectId },
      { cycleId: delivered, taskId: null },
      { cycleId: delivered, taskId, title: 'Planted title' },
      { cycleId: null, title: null },
      { correctsId: charges[0], cycleId },
    ])
    expect(JSON.stringify(evidence)).not.toContain('Planted')
    expect(hashOf(evidence)).toBe(sha256)
    const verdict = await verifyEvidence({ evidence, sha256 }, server.baseUrl)
    expect(verdict).toMatchObject({ proved: { sha256, keysSha256: [expect.stringMatching(/^[0-9a-f]{64}$/)] } })
    expect((await read(id)).sha256).toBe(sha256)
  })

  test('200 names withdrawn work, keeps the hash that was billed, and its cycle stays', async () => {
    const { at, projectId, read, billed } = await world()
    const { cycleId, approvalId } = await approvedIn(at, projectId, 'signed')
    const id = await billed({ kind: 'decision', id: approvalId })
    const shown = await read(id)
    const { revisionHash } = shown.evidence.decisions[0]!
    expect((await at.owner.call(unpublishDeliverable, { cycleId })).status).toBe(200)
    const withdrawn = await read(id)
    expect(withdrawn.evidence.decisions).toMatchObject([
      { revisionHash, withheld: 'withdrawn', snapshot: null, signed: null },
    ])
    expect(await verifyEvidence({ evidence: withdrawn.evidence, sha256: withdrawn.sha256 }, undefined)).toHaveProperty(
      'proved',
    )
    expect((await at.owner.call(deleteCycle, { id: cycleId })).status).toBe(409)
    expect(await read(id)).toEqual(withdrawn)
  })

  test('200 of a draft has no number, and of a void invoice has the time of voiding', async () => {
    const { at, account, read } = await world()
    const id = await draftOf(at, [await chargeFor(at, account)])
    expect((await read(id)).evidence.invoice).toMatchObject({ invoiceNumber: null, issuedAt: null, voidedAt: null })
    await at.owner.call(voidClientInvoice, { id, body: { reason: 'Planted reason' } })
    const told = await read(id)
    expect(told.evidence.invoice.voidedAt).toMatch(/^\d{4}-/)
    expect(JSON.stringify(told)).not.toContain('Planted reason')
  })

  test('404 for a neighbour’s, none at all and no id, and for a key that names projects; 403 for a client', async () => {
    const [{ at, projectId, holder, billed }, neighbour] = [await world(), await world()]
    const own = await billed({ kind: 'entry', id: null })
    const theirs = await neighbour.billed({ kind: 'entry', id: null })
    for (const id of [theirs, uuidv7(), 'not-an-id'])
      expectError(await at.owner.call(getClientInvoiceEvidence, { id }), 404, 'not_found')
    const narrow = await at.join('member', { projectIds: [projectId] })
    expectError(await narrow.caller.call(getClientInvoiceEvidence, { id: own }), 404, 'not_found')
    expectError(await holder.call(getClientInvoiceEvidence, { id: own }), 403, 'forbidden')
  })
})

describe('getPortalInvoiceEvidence', () => {
  test('200 is the same evidence with the same hash, and nothing that is the agency’s own', async () => {
    const { at, projectId, holder, read, billed } = await world()
    const { cycleId, approvalId } = await approvedIn(at, projectId, 'clicked')
    await asOwner(server, `update cycle set title = 'Planted title' where id = $1`, [cycleId])
    const id = await billed({ kind: 'decision', id: approvalId })
    const { evidence, sha256 } = await read(id)
    const reply = await holder.call(getPortalInvoiceEvidence, { id })
    expect([reply.status, canonicalize(reply.body)]).toEqual([200, canonicalize({ evidence, sha256 })])
    expect(evidence.decisions).toMatchObject([{ signed: null, snapshot: expect.stringContaining('"version":1') }])
    const bytes = JSON.stringify(reply)
    for (const word of ['Planted', 'notes', 'billableId', 'recordedBy', 'runId', 'Seen on the phone'])
      expect(bytes).not.toContain(word)
  })

  test('404 for the agency, a grant without a seat, a draft, another account’s, another workspace’s and no id', async () => {
    const { at, account, projectId, holder, billed } = await world()
    const neighbour = await world()
    const own = await billed({ kind: 'entry', id: null })
    const granted = await at.join('client')
    await at.grant(projectId, granted.userId, 'steer')
    for (const caller of [at.owner, at.client, granted.caller])
      expectError(await caller.call(getPortalInvoiceEvidence, { id: own }), 404, 'not_found')
    const ids = [
      await draftOf(at, [await chargeFor(at, account)]),
      await issuedOf(at, [await chargeFor(at, await makeAccount(at, 'Umbrella'))]),
      await neighbour.billed({ kind: 'entry', id: null }),
      uuidv7(),
      'not-an-id',
    ]
    for (const id of ids) expectError(await holder.call(getPortalInvoiceEvidence, { id }), 404, 'not_found')
  })
})

describe('the PDF of evidence', () => {
  const pdfBy = async (caller: Scene['owner'], operation: Operation, id: string) => {
    const reply = await caller.open(operation, { id })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return Buffer.from(await reply.arrayBuffer())
  }

  test('200 carries the evidence byte for byte, is the same for the client, and shows what no font has as a sign', async () => {
    const { at, account, holder, read } = await world()
    const hostile = 'Done 🙂 #read("/etc/passwd") <b> عربي'
    const id = await issuedOf(at, [await chargeFor(at, account, { description: hostile })])
    const { evidence, sha256 } = await read(id)
    const pdf = await pdfBy(at.member, getClientInvoiceEvidencePdf, id)
    expect(streamsOf(pdf)).toContain(canonicalize({ evidence, sha256 }))
    expect(pdf.toString('latin1')).toMatch(/<pdfaid:part>3</)
    expect((await pdfBy(holder, getPortalInvoiceEvidencePdf, id)).equals(pdf)).toBe(true)
  })

  test('409 of a draft for the agency, 404 for a client; 404 and 403 as of the evidence itself', async () => {
    const [{ at, account, holder, billed }, neighbour] = [await world(), await world()]
    const draft = await draftOf(at, [await chargeFor(at, account)])
    expectError(await at.owner.call(getClientInvoiceEvidencePdf, { id: draft }), 409, 'invoice_not_issued')
    const own = await billed({ kind: 'entry', id: null })
    const theirs = await neighbour.billed({ kind: 'entry', id: null })
    for (const id of [draft, theirs, uuidv7(), 'not-an-id'])
      expectError(await holder.call(getPortalInvoiceEvidencePdf, { id }), 404, 'not_found')
    expectError(await at.owner.call(getPortalInvoiceEvidencePdf, { id: own }), 404, 'not_found')
    expectError(await at.owner.call(getClientInvoiceEvidencePdf, { id: theirs }), 404, 'not_found')
    expectError(await holder.call(getClientInvoiceEvidencePdf, { id: own }), 403, 'forbidden')
  })

  test('503 where making it takes too long, for the agency and for the client', async () => {
    const { at, account, holder } = await world()
    const id = await issuedOf(at, [await chargeFor(at, account)])
    lateFrom(1)
    const ofAgency = await at.owner.call(getClientInvoiceEvidencePdf, { id })
    const ofClient = await holder.call(getPortalInvoiceEvidencePdf, { id })
    for (const reply of [ofAgency, ofClient]) expectError(reply, 503, 'invoice_evidence_unmade')
    expect([ofAgency.body.reason, ofClient.body.reason]).toEqual(['too_slow', 'too_slow'])
  })
})

test('evidence in which anything differs proves nothing', async () => {
  const { at, projectId, read, billed } = await world()
  const { approvalId } = await approvedIn(at, projectId, 'signed')
  const { evidence, sha256 } = await read(await billed({ kind: 'decision', id: approvalId }))
  const line = evidence.lines[0]!
  const decision = evidence.decisions[0]!
  const faultOf = async (changed: unknown, origin: string | undefined = server.baseUrl) => {
    const verdict = await verifyEvidence({ evidence: changed, sha256: hashOf(changed) }, origin)
    return 'fault' in verdict ? verdict.fault : undefined
  }
  expect(await faultOf(evidence)).toBeUndefined()
  expect(await verifyEvidence({ evidence: { ...evidence, decisions: [] }, sha256 }, server.baseUrl)).toEqual({
    fault: 'The hash is not that of the evidence: one of the two was changed.',
  })
  const withLine = (change: object) => ({ ...evidence, lines: [{ ...line, ...change }] })
  const withDecision = (change: object) => ({ ...evidence, decisions: [{ ...decision, ...change }] })
  const zeros = '0'.repeat(64)
  const changes: [object, string][] = [
    [withLine({ amountMinor: line.amountMinor + 1 }), 'quantity times its price'],
    [{ ...evidence, lines: [line, line] }, 'add up'],
    [{ ...evidence, invoice: { ...evidence.invoice, totalMinor: 1 } }, 'add up'],
    [{ ...evidence, decisions: [] }, 'missing'],
    [withLine({ origin: { ...line.origin, revisionHash: zeros } }), 'another revision'],
    [withLine({ origin: { ...line.origin, commits: [commit] } }), 'another commit'],
    [withDecision({ snapshot: `${decision.snapshot!} ` }), 'hash that was approved'],
    [withDecision({ revision: 2 }), 'not that of the revision'],
    [withDecision({ snapshot: null }), 'its snapshot is missing'],
    [withDecision({ approvalId: uuidv7() }), 'another decision'],
    [withDecision({ signed: { ...decision.signed, comment: 'Other' } }), 'statement'],
    [withDecision({ signed: { ...decision.signed, signature: 'AAAA' } }), 'No passkey'],
    [{ ...evidence, extra: true }, 'not the evidence'],
  ]
  for (const [changed, words] of changes)
    expect([words, await faultOf(changed)]).toEqual([words, expect.stringContaining(words)])
  expect(await faultOf(evidence, 'https://elsewhere.example')).toContain('No passkey')
  const unchecked = await verifyEvidence({ evidence, sha256 }, undefined)
  expect(unchecked).toMatchObject({ fault: expect.stringContaining('Say at which address') })
  const saved: unknown = { evidence, sha256, notes: [{ line: 1, text: 'internal' }] }
  expect(await verifyEvidence(saved, server.baseUrl)).toMatchObject({ proved: { sha256 } })
  for (const no of [null, [], 'text', {}, { notes: [] }])
    expect(await verifyEvidence(no, undefined)).toEqual({ fault: 'It is not the evidence of an invoice.' })
})
