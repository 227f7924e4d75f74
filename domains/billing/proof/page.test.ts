import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { verifiers } from '../../../testing/audit/made-chain.ts'
import { address, madeDelivery, sealedProof } from '../../../testing/billing/made-delivery.ts'
import { hasPython, openPageVerifier, pageVerifier } from '../../../testing/billing/page-verifier.ts'
import { erase, tamperings, type ProofStatement } from '../../../testing/billing/tamperings.ts'
import { verifierText } from '../../../platform/audit/note.ts'
import { isLong } from '../../../testing/soak.ts'

const made = await madeDelivery()
const key = verifierText(verifiers[0]!)

test('the verifier on the page has at most 170 lines', async () => {
  const program = await pageVerifier()
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(170)
})

describe.skipIf(!hasPython)('the verifier on the page, which needs python3,', async () => {
  const verify = await openPageVerifier()
  const run = (statement: string, at = address) => verify(JSON.stringify(sealedProof(statement)), at, key)

  test('accepts a whole delivery at its signing origin', async () => {
    expect(await run(made.statement)).toBe('14 rows, 1 decisions: the proof holds')
    expect(await run(made.statement, 'https://other.example.com')).toBe('refused: No person signed this there')
  })

  test.each([
    ['secret.use', '14 rows, 1 decisions: the proof holds, but for what 1 erased rows said'],
    ['pending_request.resolve', '14 rows, 1 decisions: the proof holds, but for what 1 erased rows said'],
    ['deliverable.publish', 'refused: Not proved: what was published was erased'],
    ['deliverable_approval.decide', 'refused: Not proved: deliverable_approval.decide, row 12, was erased'],
    ['client_invoice.issue', 'refused: Not proved: client_invoice.issue, row 14, was erased'],
  ])('accepts the proved erasure of %s, and names the rest', async (action, words) => {
    expect(await run((await madeDelivery(action)).statement)).toBe(words)
  })

  test('reads version 1 as before, and proves no erasure by it', async () => {
    const statement = JSON.parse(made.statement) as ProofStatement
    statement.predicateType = 'atelier/delivery/v1'
    delete statement.predicate.erasures
    expect(await run(canonicalize(statement)!)).toBe('14 rows, 1 decisions: the proof holds')
    erase(statement, 'secret.use')
    expect(await run(canonicalize(statement)!)).toMatch(/^refused: .*ask for a new file$/)
  })

  // Each takes a second of pure Python.
  test.each(tamperings.filter((_one, at) => isLong || at % 10 === 0))('refuses %s', async (_name, change) => {
    const statement = JSON.parse(made.statement) as ProofStatement
    change(statement)
    expect(await run(canonicalize(statement)!)).toMatch(/^refused: [A-Z]/)
  })
})
