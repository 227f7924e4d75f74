import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import canonicalize from 'canonicalize'
import { afterAll, describe, expect, test } from 'vitest'
import { verifiers } from '../../../testing/audit/made-chain.ts'
import { address, madeDelivery, sealedProof } from '../../../testing/billing/made-delivery.ts'
import { tamperings, type ProofStatement } from '../../../testing/billing/tamperings.ts'
import { verifierText } from '../../../platform/audit/note.ts'
import { isLong } from '../../../testing/soak.ts'

const page = await readFile('docs/delivery-proof.md', 'utf8')
const program = /^```python\n([^]*?)^```$/m.exec(page)![1]!
const made = await madeDelivery()
const key = verifierText(verifiers[0]!)

test('the verifier on the page has at most 150 lines', () => {
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

const hasPython = spawnSync('python3', ['-c', 'import hashlib']).status === 0

describe.skipIf(!hasPython)('the verifier on the page, which needs python3,', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'delivery-proof-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'verify.py')
  await writeFile(path, program)
  const run = async (statement: string, at = address) => {
    const file = join(folder, 'proof.json')
    await writeFile(file, JSON.stringify(sealedProof(statement)))
    return promisify(execFile)('python3', [path, file, at, key]).then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => `refused: ${stderr.trim().split('\n').at(-1)}`,
    )
  }

  test('accepts a whole delivery, at the address where it was signed', async () => {
    expect(await run(made.statement)).toBe('14 rows, 1 decisions: the proof holds')
    expect(await run(made.statement, 'https://other.example.com')).toBe('refused: No person signed this there')
  })

  // Each takes a second of pure Python.
  test.each(tamperings.filter((_one, at) => isLong || at % 10 === 0))('refuses %s', async (_name, change) => {
    const statement = JSON.parse(made.statement) as ProofStatement
    change(statement)
    expect(await run(canonicalize(statement)!)).toMatch(/^refused: [A-Z]/)
  })
})
