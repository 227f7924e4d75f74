import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '../../../testing/cli/run-cli.ts'
import { syncing } from '../../../testing/cli/syncing.ts'
import { testServer } from '../../../testing/server.ts'

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
const server = await testServer()

test('an up-to-date pull succeeds, although the writer of the pack ends after its reader', async () => {
  const { world, one } = await syncing(server)
  const environment = { ATELIER_URL: server.baseUrl, ATELIER_API_KEY: world.owner.key, HOME: folder }
  const PATH = `${folder}${delimiter}${process.env.PATH}`
  const pulled = await runCli(['pull'], one.sample.path, { ...environment, PATH })
  expect(pulled).toMatchObject({ exitCode: 0 })
  expect(existsSync(written)).toBe(true)
  expect(one.sample.git('rev-parse', 'refs/remotes/atelier/main')).toBe(one.sample.git('rev-parse', 'HEAD'))
})
