import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

interface Row {
  row: Record<string, unknown> & { action: string; position: number }
  details: Record<string, unknown> | null
  salt: string | null
  before: string
  proof: string
  erasedAt: string | null
}
interface MadeEvidence {
  invoice: { invoiceNumber: string; totalMinor: number; netMinor: number; taxMinor: number }
  lines: { description: string; quantity: string; amountMinor: number }[]
}
/** The statement of a proof, as JSON has it. */
export interface ProofStatement {
  subject: { name: string; digest: Record<string, string> }[]
  predicateType: string
  predicate: {
    workspace: string
    time: string
    rows: Row[]
    erasures?: Row[]
    decisions: { approvalId: string; snapshot: string | null; signed: Record<string, unknown> | null }[]
    evidence: { evidence: MadeEvidence; sha256: string } | null
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(canonicalize(value)!).digest('hex')

/** The row of an action. */
export const actionOf = (statement: ProofStatement, action: string) =>
  statement.predicate.rows.find(({ row }) => row.action === action)!
/** Leaves the rows of an action out. */
export const without = (statement: ProofStatement, action: string) => {
  statement.predicate.rows = statement.predicate.rows.filter(({ row }) => row.action !== action)
}

/** Changes of what is signed, by a hand that has the key: each is signed again. */
export const tamperings: readonly (readonly [string, (statement: ProofStatement) => void, RegExp])[] = [
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
        (statement: ProofStatement) => {
          actionOf(statement, action).details = { ...actionOf(statement, action).details, planted: 1 }
        },
        /its details are not those that were written/,
      ] as const,
  ),
  ['who did it', (s) => void (actionOf(s, 'cycle.deliver').row.actorId = 'x'), /not in the log that was signed/],
  [
    'when it was done',
    (s) => void (actionOf(s, 'task.merge').row.occurredAt = '2020-01-01T00:00:00.000Z'),
    /not in the log/,
  ],
  ['what it was about', (s) => void (actionOf(s, 'billable.create').row.resourceId = 'x'), /not in the log/],
  ['the action of a row', (s) => void (actionOf(s, 'secret.use').row.action = 'run.commit'), /not in the log/],
  ['the place of a row', (s) => void (actionOf(s, 'run.commit').row.position = 2), /not in the log/],
  ['the head before a row', (s) => void (actionOf(s, 'run.commit').before = '0'.repeat(64)), /not in the log/],
  [
    'the path of a row',
    (s) => void (actionOf(s, 'run.commit').proof = actionOf(s, 'run.commit').proof.replace('index 3', 'index 2')),
    /not in the log/,
  ],
  [
    'the checkpoint of a row',
    (s) => void (actionOf(s, 'run.commit').proof = actionOf(s, 'run.commit').proof.replace('\n16\n', '\n17\n')),
    /its checkpoint is signed with no key/,
  ],
  ['a row twice', (s) => void s.predicate.rows.push(s.predicate.rows.at(-1)!), /it is there twice/],
  ['the order of rows', (s) => void s.predicate.rows.reverse(), /out of order/],
  ['a row without its salt', (s) => void (actionOf(s, 'task.merge').salt = null), /its details are not those/],
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
  [
    'the amount of a line',
    (s) => void (s.predicate.evidence!.evidence.lines[0]!.amountMinor = 1),
    /Evidence: The hash/,
  ],
  [
    'the number of the invoice, hashed anew',
    (s) => reseal(s, (e) => (e.invoice.invoiceNumber = '2026-0002')),
    /another number or total/,
  ],
  [
    'the description of a line, hashed anew',
    (s) => reseal(s, (e) => (e.lines[0]!.description = 'More')),
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
  ['another type', (s) => void (s.predicateType = 'atelier/delivery/v3'), /does not have the form/],
  ['the former type', (s) => void (s.predicateType = 'atelier/delivery/v1'), /does not have the form/],
  ['the erasures left out', (s) => delete s.predicate.erasures, /does not have the form/],
  ...(
    ['passkey.add', 'run.commit', 'deliverable.publish', 'deliverable_approval.decide', 'client_invoice.issue'] as const
  ).map(
    (action) =>
      [`${action} called erased`, (s: ProofStatement) => erase(s, action), /no proved erasure names it/] as const,
  ),
  [
    'ten times the invoice, its issue called erased',
    (s) => {
      erase(s, 'client_invoice.issue')
      reseal(s, (e) => {
        e.invoice.totalMinor *= 10
        e.invoice.netMinor *= 10
        e.invoice.taxMinor *= 10
        e.lines[0]!.quantity = '10'
        e.lines[0]!.amountMinor *= 10
      })
    },
    /no proved erasure names it/,
  ],
  [
    'an erasure that is another row',
    (s) => {
      erase(s, 'client_invoice.issue')
      s.predicate.erasures = [actionOf(s, 'client_invoice.send')]
    },
    /no proved erasure names it/,
  ],
  [
    'another snapshot, its decision called erased',
    (s) => {
      erase(s, 'deliverable_approval.decide')
      Object.assign(s.predicate.decisions[0]!, { snapshot: '{"a":1}', signed: null })
    },
    /no proved erasure names it/,
  ],
  [
    'all details called erased',
    (s) => s.predicate.rows.forEach(({ row }) => erase(s, row.action)),
    /no proved erasure/,
  ],
  [
    'a day of erasure beside details',
    (s) => void (actionOf(s, 'task.merge').erasedAt = '2026-03-07T00:00:00.000Z'),
    /its details are not those/,
  ],
]

/** Takes the details of an action away, as if they had been erased. */
export const erase = (statement: ProofStatement, action: string) =>
  Object.assign(actionOf(statement, action), { details: null, salt: null, erasedAt: '2026-03-07T00:00:00.000Z' })

const reseal = (statement: ProofStatement, change: (evidence: MadeEvidence) => unknown) => {
  const pack = statement.predicate.evidence!
  change(pack.evidence)
  pack.sha256 = hashOf(pack.evidence)
  statement.subject[0]!.digest.sha256 = pack.sha256
}
