import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { verifiers } from '../../../testing/audit/made-chain.ts'
import { address, madeDelivery, sealedProof } from '../../../testing/billing/made-delivery.ts'
import { hasPython, openPageVerifier, pageVerifier } from '../../../testing/billing/page-verifier.ts'
import { actionOf, tamperings, type ProofStatement } from '../../../testing/billing/tamperings.ts'
import { verifierText } from '../../../platform/audit/note.ts'
import { isLong } from '../../../testing/soak.ts'

const made = await madeDelivery()
const key = verifierText(verifiers[0]!)

test('the verifier on the page has at most 150 lines', async () => {
  const program = await pageVerifier()
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

describe.skipIf(!hasPython)('the verifier on the page, which needs python3,', async () => {
  const verify = await openPageVerifier()
  const run = (statement: string, at = address) => verify(JSON.stringify(sealedProof(statement)), at, key)

  test('accepts a whole delivery, at the address where it was signed', async () => {
    expect(await run(made.statement)).toBe('14 rows, 1 decisions: the proof holds')
    expect(await run(made.statement, 'https://other.example.com')).toBe('refused: No person signed this there')
  })

  test.each(['deliverable.publish', 'deliverable_approval.decide', 'pending_request.resolve', 'client_invoice.issue'])(
    'accepts the erased details of %s, and says so',
    async (action) => {
      const statement = JSON.parse(made.statement) as ProofStatement
      Object.assign(actionOf(statement, action), { details: null, salt: null, erasedAt: '2026-03-07T00:00:00.000Z' })
      const holds = '14 rows, 1 decisions: the proof holds, but for what 1 erased rows said'
      expect(await run(canonicalize(statement)!)).toBe(holds)
    },
  )

  // Each takes a second of pure Python.
  test.each(tamperings.filter((_one, at) => isLong || at % 10 === 0))('refuses %s', async (_name, change) => {
    const statement = JSON.parse(made.statement) as ProofStatement
    change(statement)
    expect(await run(canonicalize(statement)!)).toMatch(/^refused: [A-Z]/)
  })
})
