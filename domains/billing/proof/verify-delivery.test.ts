import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { newSigner, verifiers } from '../../../testing/audit/made-chain.ts'
import { address, madeDelivery, sealedProof } from '../../../testing/billing/made-delivery.ts'
import { verifyDelivery } from './verify-delivery.ts'

interface Row {
  row: Record<string, unknown> & { action: string; position: number }
  details: Record<string, unknown> | null
  salt: string | null
  before: string
  proof: string
  erasedAt: string | null
}
interface Statement {
  subject: { name: string; digest: Record<string, string> }[]
  predicateType: string
  predicate: {
    workspace: string
    time: string
    rows: Row[]
    decisions: { approvalId: string; snapshot: string | null; signed: Record<string, unknown> | null }[]
    evidence: { evidence: Record<string, any>; sha256: string } | null
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(canonicalize(value)!).digest('hex')

const made = await madeDelivery()
const trust = { verifiers, origin: address }
const read = () => JSON.parse(made.statement) as Statement
const check = (statement: Statement, trusted = trust) => verifyDelivery(sealedProof(canonicalize(statement)!), trusted)
const rowOf = (statement: Statement, action: string) =>
  statement.predicate.rows.find(({ row }) => row.action === action)!
const without = (statement: Statement, action: string) => {
  statement.predicate.rows = statement.predicate.rows.filter(({ row }) => row.action !== action)
}

test('a whole delivery holds, from the key to the letter', async () => {
  const verdict = await check(read())
  expect(verdict).toEqual({
    proved: {
      subject: { name: 'evidence', digest: { sha256: read().subject[0]!.digest.sha256 } },
      workspace: read().predicate.workspace,
      signedRows: 16,
      open: [],
      keysSha256: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      proved: [
        expect.stringMatching(/^The key .* was added by the reviewer/),
        'Run 01900000-000 handed in commit bbbbbbbbbbbb, judged as shown.',
        'Run 01900000-000 was given 1 secrets.',
        'A person approved commit bbbbbbbbbbbb before it was merged as cccccccccccc.',
        'Commit cccccccccccc was delivered to refs/heads/main.',
        expect.stringMatching(/^Revision 1, .* shows the delivered commit cccccccccccc\.$/),
        expect.stringMatching(/^The reviewer decided “approved”/),
        expect.stringMatching(/^Billable .* bills the approved revision/),
        'Invoice 2026-0001 was issued with these lines.',
        'This evidence went with a letter of the invoice.',
      ],
    },
  })
})

/** Changes of what is signed, by a hand that has the key: each is signed anew. */
const tamperings: readonly (readonly [string, (statement: Statement) => void, RegExp])[] = [
  ...(
    [
      'passkey.add',
      'cycle.execute',
      'secret.use',
      'run.commit',
      'pending_request.create',
      'pending_request.resolve',
      'task.merge',
      'cycle.deliver',
      'deliverable.publish',
      'deliverable_approval.request',
      'deliverable_approval.decide',
      'billable.create',
      'client_invoice.issue',
      'client_invoice.send',
    ] as const
  ).map(
    (action) =>
      [
        `the details of ${action}`,
        (statement: Statement) => {
          rowOf(statement, action).details = { ...rowOf(statement, action).details, planted: 1 }
        },
        /its details are not those that were written/,
      ] as const,
  ),
  ['who did it', (s) => void (rowOf(s, 'cycle.deliver').row.actorId = 'x'), /not in the log that was signed/],
  [
    'when it was done',
    (s) => void (rowOf(s, 'task.merge').row.occurredAt = '2020-01-01T00:00:00.000Z'),
    /not in the log/,
  ],
  ['what it was about', (s) => void (rowOf(s, 'billable.create').row.resourceId = 'x'), /not in the log/],
  ['the action of a row', (s) => void (rowOf(s, 'secret.use').row.action = 'run.commit'), /not in the log/],
  ['the place of a row', (s) => void (rowOf(s, 'run.commit').row.position = 2), /not in the log/],
  ['the head before a row', (s) => void (rowOf(s, 'run.commit').before = '0'.repeat(64)), /not in the log/],
  [
    'the path of a row',
    (s) => void (rowOf(s, 'run.commit').proof = rowOf(s, 'run.commit').proof.replace('index 4', 'index 3')),
    /not in the log/,
  ],
  [
    'the checkpoint of a row',
    (s) => void (rowOf(s, 'run.commit').proof = rowOf(s, 'run.commit').proof.replace('\n16\n', '\n17\n')),
    /its checkpoint is signed with no key/,
  ],
  ['a row twice', (s) => void s.predicate.rows.push(s.predicate.rows.at(-1)!), /it is there twice/],
  ['the order of rows', (s) => void s.predicate.rows.reverse(), /out of order/],
  ['a row without its salt', (s) => void (rowOf(s, 'task.merge').salt = null), /its details are not those/],
  [
    'the publication left out',
    (s) => without(s, 'deliverable.publish'),
    /what was decided on was not published before/,
  ],
  ['the delivery left out', (s) => without(s, 'cycle.deliver'), /was not delivered before/],
  ['the request left out', (s) => without(s, 'deliverable_approval.request'), /nobody had asked/],
  [
    'the decision left out of the log',
    (s) => without(s, 'deliverable_approval.decide'),
    /the log that was signed does not have it/,
  ],
  ['the decision itself left out', (s) => void (s.predicate.decisions = []), /its decision is missing/],
  ['the signature left out', (s) => void (s.predicate.decisions[0]!.signed = null), /the signature is missing/],
  ['the billable left out', (s) => without(s, 'billable.create'), /billable .* is missing/],
  ['the issue left out', (s) => without(s, 'client_invoice.issue'), /was issued is not in the log/],
  [
    'the approval of the commit left out',
    (s) => without(s, 'pending_request.resolve'),
    /the approval that it names is not in the log/,
  ],
  ['another snapshot', (s) => void (s.predicate.decisions[0]!.snapshot = '{"a":1}'), /it is about another snapshot/],
  [
    'the comment of a decision',
    (s) => void (s.predicate.decisions[0]!.signed!.comment = 'Yes'),
    /not about this snapshot and this comment/,
  ],
  [
    'the signature of a decision',
    (s) => void (s.predicate.decisions[0]!.signed!.signature = 'AAAA'),
    /No passkey signed/,
  ],
  [
    'the key of a decision',
    (s) => void (s.predicate.decisions[0]!.signed!.publicKey = 'pQECAyYgASFYIA'),
    /No passkey signed/,
  ],
  ['the amount of a line', (s) => void (s.predicate.evidence!.evidence.lines[0].amountMinor = 1), /Evidence: The hash/],
  [
    'the number of the invoice, hashed anew',
    (s) => reseal(s, (e) => (e.invoice.invoiceNumber = '2026-0002')),
    /another number or total/,
  ],
  [
    'the description of a line, hashed anew',
    (s) => reseal(s, (e) => (e.lines[0].description = 'More')),
    /other lines than were issued/,
  ],
  ['the subject', (s) => void (s.subject[0]!.digest.sha256 = '0'.repeat(64)), /Its subject is other evidence/],
  ['the kind of subject', (s) => void (s.subject[0]!.name = 'snapshot'), /Its subject is not what it contains/],
  [
    'another workspace',
    (s) => void (s.predicate.workspace = '01900000-0000-7000-8000-0000000000ff'),
    /of the log of another workspace/,
  ],
  ['a field that nobody knows', (s) => void Object.assign(s.predicate, { planted: 1 }), /does not have the form/],
  ['another type', (s) => void (s.predicateType = 'atelier/delivery/v2'), /does not have the form/],
]

const reseal = (statement: Statement, change: (evidence: Record<string, any>) => unknown) => {
  const pack = statement.predicate.evidence!
  change(pack.evidence)
  pack.sha256 = hashOf(pack.evidence)
  statement.subject[0]!.digest.sha256 = pack.sha256
}

test.each(tamperings)('signed anew with the true key, %s is refused in words', async (_name, change, words) => {
  const statement = read()
  change(statement)
  expect(await check(statement)).toEqual({ fault: expect.stringMatching(words) as string })
})

test('there are forty of these and more', () => {
  expect(tamperings.length).toBeGreaterThanOrEqual(40)
})

test('a file of another key, of no form, or that is not canonical is refused', async () => {
  expect(await verifyDelivery(sealedProof(made.statement, newSigner()), trust)).toEqual({
    fault: 'It is signed with no key that was given, or was changed since.',
  })
  expect(await verifyDelivery({ mediaType: 'x' }, trust)).toEqual({ fault: 'It is not the proof of a delivery.' })
  expect(await verifyDelivery(sealedProof(`${made.statement} `), trust)).toEqual({
    fault: 'What was signed is not in canonical form.',
  })
  expect(await verifyDelivery(sealedProof('no'), trust)).toMatchObject({
    fault: expect.stringContaining('form') as string,
  })
  const file = sealedProof(made.statement)
  const { keyid } = file.dsseEnvelope.signatures[0]!
  const twice = {
    ...file,
    dsseEnvelope: {
      ...file.dsseEnvelope,
      signatures: [
        { sig: 'AA==', keyid },
        { sig: 'AA==', keyid },
      ],
    },
  }
  expect(await verifyDelivery(twice, trust)).toMatchObject({ fault: expect.stringContaining('no key') as string })
})

test('without an address no signature of a person is taken for proved', async () => {
  expect(await check(read(), { verifiers, origin: undefined } as never)).toEqual({
    fault: expect.stringContaining('Say at which address') as string,
  })
  expect(await check(read(), { verifiers, origin: 'https://other.example.com' })).toEqual({
    fault: expect.stringContaining('No passkey signed') as string,
  })
})

test('what earlier versions did not write, and what was erased, is named as not proved', async () => {
  const statement = read()
  for (const action of ['passkey.add', 'cycle.execute', 'secret.use', 'run.commit']) without(statement, action)
  const erased = rowOf(statement, 'client_invoice.send')
  Object.assign(erased, { details: null, salt: null, erasedAt: '2026-03-07T00:00:00.000Z' })
  const verdict = await check(statement)
  expect('proved' in verdict && verdict.proved.open).toEqual([
    expect.stringContaining('its details were erased'),
    expect.stringContaining('where the key'),
    expect.stringContaining('who handed in commit'),
  ])
})
