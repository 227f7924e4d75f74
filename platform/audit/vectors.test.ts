import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openExport } from './export.ts'
import { verifierOf, originOf } from './note.ts'
import { checkRowProof } from './row-proof.ts'
import { auditVectors, writtenAuditVectors } from '../../testing/audit/write-vectors.ts'
import { verifyChain } from './verify.ts'

interface Vectors {
  readonly key: { readonly verifier: string }
  readonly rowProof: Parameters<typeof checkRowProof>[0]
  readonly export: readonly string[]
}
const text = await readFile(writtenAuditVectors, 'utf8')
const vectors = JSON.parse(text) as Vectors
const verifiers = [verifierOf(vectors.key.verifier)!]
const page = await readFile(join(import.meta.dirname, '../../docs/audit-format.md'), 'utf8')

test('the test vectors match the format', async () => {
  expect(text).toBe(await auditVectors())
})

test('the export and the row proof of the vectors are valid', async () => {
  const { head, items } = await openExport(
    (async function* () {
      yield* vectors.export
    })(),
  )
  const place = { position: head.head.position, hash: Buffer.from(head.head.hash, 'hex') }
  const verdict = await verifyChain(items, { origin: originOf(head.workspaceId), verifiers, head: place })
  expect(verdict).toMatchObject({ ok: true, rows: 5, checkpoints: 2, erased: 1, signed: 5 })
  expect(checkRowProof(vectors.rowProof, verifiers)).toMatchObject({ size: 5 })
})

test('a row has exactly the fields that the page lists, as many as it counts', () => {
  const [, count, section] = /^`row` has exactly these (\d+) fields[^\n]*\n([^]*?)^`canonical/m.exec(page)!
  const rows = section!.split('\n').filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  expect(listed).toHaveLength(Number(count))
  const exported = vectors.export
    .map((line) => JSON.parse(line) as { readonly row?: object })
    .flatMap(({ row }) => row ?? [])
  expect(exported).toHaveLength(5)
  for (const row of exported) expect(Object.keys(row).sort()).toEqual([...listed].sort())
})

const python = spawnSync('python3', ['-c', 'import hashlib']).status === 0

describe.skipIf(!python)('the verifier on the page, which needs python3,', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'verify.py')
  const file = join(folder, 'audit.jsonl')
  await writeFile(program, /^```python\n([^]*?)^```$/m.exec(page)![1]!)
  const run = async (lines: readonly string[], key = vectors.key.verifier) => {
    await writeFile(file, `${lines.join('\n')}\n`)
    const { status, stdout, stderr } = spawnSync('python3', [program, file, key], { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : stderr.trim()
  }

  test('prints the output on the page', async () => {
    const said = await run(vectors.export)
    expect(said).toBe('5 rows, 1 of them without details, 2 checkpoints: the log holds')
    expect(page).toContain(said)
  })

  test('writes the canonical JSON of every vector', () => {
    const script = `import json,sys
source = open(sys.argv[1], encoding="utf-8").read().split("def check(")[0]
exec(source)
for vector in json.load(open(sys.argv[2], encoding="utf-8"))["canonicalJson"]:
    assert canonical(vector["value"]) == vector["canonical"], canonical(vector["value"])`
    expect(() => execFileSync('python3', ['-c', script, program, writtenAuditVectors], { stdio: 'pipe' })).not.toThrow()
  })

  const { export: lines } = vectors
  test.each([
    ['a changed row', lines.with(2, lines[2]!.replace('project.create', 'project.delete')), 'Row 2 does not follow'],
    ['a missing row', lines.toSpliced(1, 1), 'Row 1 does not follow'],
    ['changed details', lines.with(2, lines[2]!.replace('Shop', 'Ship')), 'The details of row 2 are others'],
    ['a changed note', lines.with(3, lines[3]!.replace('\\n2\\n', '\\n3\\n')), 'signed by no key'],
    ['a note elsewhere', lines.toSpliced(3, 1).toSpliced(4, 0, lines[3]!), 'The checkpoint of 2 rows is not of these'],
    ['rows cut off', lines.slice(0, -2), 'The log ends elsewhere'],
    ['no note', lines.filter((line) => !line.startsWith('{"note"')), 'No checkpoint says'],
    [
      'blanked details',
      lines.with(
        2,
        lines[2]!.replace(/"salt".*$/, '"salt":null,"details":null,"erasedAt":"2026-03-05T10:00:00.000Z"}'),
      ),
      'Nothing explains that the details of row 2 are gone',
    ],
  ])('refuses %s', async (_what, changed, problem) => {
    expect(await run(changed)).toContain(problem)
  })

  test('refuses another key', async () => {
    const other = vectors.key.verifier.replace('AddamAGC', 'AddamAGD')
    expect(await run(lines, other)).toContain('signed by no key')
  })
})
