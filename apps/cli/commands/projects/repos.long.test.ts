import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { bundleOf } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer()

test('repos attach takes a name, nothing or a bundle; primary, set and detach find it by name, label or id', async () => {
  const { owner } = await scene(server)
  const projectId = await emptyProject(owner)
  const folder = await mkdtemp(join(tmpdir(), 'cli-repos-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'docs.bundle'), (await bundleOf({ 'a.md': 'A\n' })).bytes)
  const run = (...words: string[]) => runForText(server, owner, [...words, '--project', projectId], folder)
  expect((await run('repos')).said).toEqual([expect.stringContaining('its own history')])
  expect((await run('repos', 'attach')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('repos', 'attach', 'acme/shop', '--empty')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('repos', 'attach', 'acme/shop', '--branch', 'trunk', '--label', 'Shop')).printed).toMatch(
    /^[0-9a-f]{8} {2}acme\/shop {2}trunk {2}Shop$/,
  )
  const bundled = await run('repos', 'attach', '--bundle', 'docs.bundle', '--label', 'Docs')
  expect(bundled.documents).toMatchObject([{ host: 'native-repos', label: 'Docs', defaultBranch: 'main' }])
  expect((await run('repos', 'attach', '--bundle', 'none.bundle')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('files', '--repo', (bundled.documents[0] as { id: string }).id)).printed).toBe('a.md')
  expect((await run('repos', 'primary', 'docs')).printed).toMatch(/Docs {2}main {2}primary$/)
  expect((await run('files')).printed).toBe('a.md')
  expect((await run('repos', 'set', 'ACME/shop', '--branch', 'main', '--label', '')).documents).toMatchObject([
    { fullName: 'acme/shop', defaultBranch: 'main', label: null },
  ])
  expect((await run('repos', 'set', 'acme/shop')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('repos', 'detach', 'nothing')).failure).toMatchObject({ kind: 'absent', code: 'no_repository' })
  expect((await run('repos', 'detach', 'acme/shop')).printed).toContain('free for other projects')
  const [listed] = (await run('repos', 'list')).documents as { primary: boolean; host: string }[][]
  expect(listed).toMatchObject([
    { label: 'Docs', primary: true },
    { host: 'native-repos', primary: false },
  ])
})
