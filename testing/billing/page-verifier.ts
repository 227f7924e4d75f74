import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterTest } from '../after-test.ts'

/** The verifier that the page of the proof prints. */
export const pageVerifier = async () =>
  /^```python\n([^]*?)^```$/m.exec(await readFile('docs/delivery-proof.md', 'utf8'))![1]!

export const hasPython = spawnSync('python3', ['-c', 'import hashlib']).status === 0

/** Runs that verifier over proofs: gives its sentence, which begins with “refused” for a proof that does not hold. */
export const openPageVerifier = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'delivery-proof-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'verify.py')
  await writeFile(path, await pageVerifier())
  return async (proof: string, origin: string, key: string): Promise<string> => {
    const file = join(folder, 'proof.json')
    await writeFile(file, proof)
    return promisify(execFile)('python3', [path, file, origin, key]).then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => `refused: ${stderr.trim().split('\n').at(-1)}`,
    )
  }
}
