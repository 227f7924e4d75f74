import { expect, test } from 'vitest'
import { changedAnswers, replacedApproval, type Approval } from './approvals.ts'

const approval = (id: string, reviewerId: string, decision: Approval['decision'], revision = 2): Approval =>
  ({ id, reviewerId, decision, revision }) as Approval

test('a reviewer who was asked again is named once, with the newest answer and the previous answer', () => {
  const approvals = [
    approval('third', 'clara', null),
    approval('of another', 'ben', 'approved'),
    approval('second', 'clara', 'changes_requested'),
    approval('first', 'clara', 'approved'),
    approval('of before', 'ben', 'approved', 1),
  ]
  expect(changedAnswers(approvals, 2)).toEqual([{ now: approvals[0], first: approvals[2] }])
  expect(changedAnswers(approvals, 1)).toEqual([])
  expect(replacedApproval(approvals[2]!, approvals)).toBe(approvals[3])
  expect(replacedApproval(approvals[3]!, approvals)).toBeUndefined()
})

test('a request that was never decided is no answer that was changed', () => {
  const approvals = [approval('second', 'clara', 'approved'), approval('first', 'clara', null)]
  expect(changedAnswers(approvals, 2)).toEqual([])
})
