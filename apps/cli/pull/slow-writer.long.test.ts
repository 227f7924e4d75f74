import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'cli-slow-writer-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const written = join(folder, 'written')
const realGit = execFileSync('which', ['git']).toString().trim()
// The writer of the pack stays for a moment after its last byte, as it does on a busy machine.
writeFileSync(
  join(folder, 'git'),
  `#!/bin/sh\ncase "$*" in *pack-objects*) '${realGit}' "$@"; touch '${written}'; sleep 0.3 ;; *) exec '${realGit}' "$@" ;; esac\n`,
)
chmodSync(join(folder, 'git'), 0o755)
// The environment of git is made when its module is loaded: here again, and for the next file again.
const { PATH } = process.env
process.env.PATH = `${folder}${delimiter}${PATH}`
vi.resetModules()
afterAll(() => {
  process.env.PATH = PATH
  vi.resetModules()
})
const { Sample } = await import('../../../testing/repositories/samples.ts')
const { findRepository } = await import('../repository/find-repository.ts')
const { openView } = await import('../repository/view.ts')
const { bringIn } = await import('./apply-pull.ts')

test('an up-to-date pull succeeds, although the writer of the pack ends after its reader', async () => {
  const { signal } = new AbortController()
  const sample = new Sample(join(folder, 'sample'))
  const commitSha = sample.write('file', '1').commit()
  const found = (await findRepository(sample.path))!
  const view = await openView(found, folder, signal)
  const head = {
    projectId: 'p',
    revisionId: 'r',
    generation: 1,
    branch: 'main',
    commitSha,
    source: 'merge' as const,
  }
  await bringIn({ found, view, head: { ...head, createdAt: '', manifest: {}, manifestSha256: '' }, signal })
  expect(sample.git('rev-parse', 'refs/remotes/atelier/main')).toBe(commitSha)
})
