import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  approvalStateOf,
  approvalStatusOf,
  decisions,
  approvalObstacle,
  progressOf,
  shippingOf,
  type RequestedApproval,
  type Current,
} from './rules.ts'

const hashes = fc.constantFrom('a', 'b')
const current: fc.Arbitrary<Current> = fc.record({
  publishedAt: fc.option(fc.constant(new Date(0))),
  submittedRevision: fc.integer({ min: 1, max: 2 }),
  hash: hashes,
})
const asked: fc.Arbitrary<RequestedApproval> = fc.record({
  revision: fc.integer({ min: 1, max: 2 }),
  revisionHash: hashes,
  reviewerId: fc.constantFrom('one', 'other'),
  decision: fc.option(fc.constantFrom(...decisions)),
})

test('a request can be decided once, and only while its very bytes are published', () =>
  fc.assert(
    fc.property(asked, current, (request, at) => {
      const isThere = at.publishedAt !== null && request.revision === at.submittedRevision
      const isSame = isThere && request.revisionHash === at.hash
      expect(approvalObstacle(request, at) === undefined).toBe(request.decision === null && isSame)
      expect(approvalStatusOf(request, at)).toBe(request.decision ?? (isSame ? 'open' : 'outdated'))
    }),
  ))

test('approved is what every reviewer approved, byte for byte', () =>
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 6 }), current, (requests, at) => {
      if (approvalStateOf(requests, at) !== 'approved') return
      expect(at.publishedAt).not.toBeNull()
      const own = requests.filter(({ revision }) => revision === at.submittedRevision)
      expect(own.every(({ revisionHash }) => revisionHash === at.hash)).toBe(true)
      for (const { reviewerId } of own)
        expect(own.find((one) => one.reviewerId === reviewerId)!.decision).toBe('approved')
    }),
  ))

test.each([
  ['none', []],
  ['open', [['one', null]]],
  ['approved', [['one', 'approved']]],
  [
    'changes_requested',
    [
      ['one', null],
      ['other', 'changes_requested'],
    ],
  ],
  [
    'open',
    [
      ['one', null],
      ['other', 'approved'],
    ],
  ],
  // The reviewer who wanted changes was asked again about the same bytes, and approved them.
  [
    'approved',
    [
      ['one', 'approved'],
      ['one', 'changes_requested'],
    ],
  ],
] as const)('the state is %s for %j, the newest first', (state, rows) => {
  const requests = rows.map(([reviewerId, decision]) => ({ revision: 1, revisionHash: 'a', reviewerId, decision }))
  expect(approvalStateOf(requests, { publishedAt: new Date(0), submittedRevision: 1, hash: 'a' })).toBe(state)
})

const shippable = {
  decision: 'approved',
  onApproval: 'deploy',
  canDeploy: true,
  commitSha: 'c'.repeat(40),
  state: 'approved',
} as const
test.each([
  ['deployed', {}],
  ['changes_requested', { decision: 'changes_requested', state: 'changes_requested' }],
  ['policy', { onApproval: 'nothing' }],
  ['switched_off', { canDeploy: false }],
  ['nothing_delivered', { commitSha: null }],
  ['others_undecided', { state: 'open' }],
  ['others_undecided', { state: 'changes_requested' }],
  ['others_undecided', { state: 'outdated' }],
] as const)('a decision ships only the commit that everybody approved: %s', (code, other) => {
  expect(shippingOf({ ...shippable, ...other })).toMatchObject({ shipped: code === 'deployed', reason: { code } })
})

test('progress counts only the tasks of the newest run', () => {
  const tasks = [
    { runId: 'new', status: 'done' },
    { runId: 'new', status: 'building' },
    { runId: 'old', status: 'done' },
  ]
  expect(progressOf(tasks, 'new')).toEqual({ tasks: 2, tasksDone: 1 })
  expect(progressOf([{ runId: null, status: 'done' }], null)).toEqual({ tasks: 0, tasksDone: 0 })
})
