import { expect, test } from 'vitest'
import { decisionUse, statementOf } from '../../../../domains/delivery/deliverables/statement.ts'
import { challengeOf as serverChallenge } from '../../../../platform/crypto/signed-statement.ts'
import { challengeOf, matchesIntention, type IntendedDecision } from './sign-snapshot.ts'
import { checkHash, sha256Of } from './snapshot.ts'

const hash = 'a'.repeat(64)
const meant: IntendedDecision = {
  approvalId: 'p-1',
  revision: 3,
  revisionHash: hash,
  decision: 'approved',
  comment: 'Schön 🧾',
}
const stated = {
  workspaceId: 'w',
  projectId: 'p',
  deliverableId: 'd',
  revision: 3,
  revisionHash: hash,
  commitSha: null,
  approvalId: 'p-1',
  reviewerId: 'r',
  decision: 'approved' as const,
  title: 'Hours',
  comment: 'Schön 🧾',
  nonce: 'n',
  time: '2027-03-04T10:15:30.000Z',
  log: { origin: 'o', position: 1, hash },
}
const prepared = (changes: object = {}) => {
  const statement = statementOf({ ...stated, ...changes })
  const { text } = (JSON.parse(statement) as { predicate: { text: string } }).predicate
  return { statement, text, rpId: 'localhost', credentialIds: [], expiresAt: '2027-03-04T10:20:30.000Z' }
}

test('the browser makes the challenge that the server checks', async () => {
  const { statement } = prepared()
  expect(Buffer.from(await challengeOf(statement))).toEqual(serverChallenge(statement, decisionUse))
})

test.each([
  ['another snapshot', { revisionHash: 'b'.repeat(64) }],
  ['another revision', { revision: 4 }],
  ['another decision', { decision: 'changes_requested' }],
  ['another request', { approvalId: 'p-2' }],
  ['another comment', { comment: 'Schoen' }],
  ['no comment', { comment: null }],
])('a statement about %s is not what the person means', async (_, changes) => {
  expect(await matchesIntention(prepared(), meant)).toBe(true)
  expect(await matchesIntention(prepared(changes), meant)).toBe(false)
})

test('a sentence that differs from the statement is not the person’s intention', async () => {
  expect(await matchesIntention({ ...prepared(), text: 'I approve “Hours”.' }, meant)).toBe(false)
})

test('the mark fits the bytes that it was made of, and no others', async () => {
  const text = '{"title":"Öffnungszeiten"}'
  expect(await checkHash(text, (await sha256Of(text))!)).toBe('fits')
  expect(await checkHash(`${text} `, (await sha256Of(text))!)).toBe('differs')
})
