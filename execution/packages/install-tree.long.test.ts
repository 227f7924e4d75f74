import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { openDiskStore } from '../../platform/storage/index.ts'
import { chooseDriver } from '../sandbox/index.ts'
import { installTree } from './install-tree.ts'

const folder = await mkdtemp(join(tmpdir(), 'install-tree-'))
afterAll(() => rm(folder, { recursive: true }))

test('stored sets that cannot be unpacked are made anew, and not met again', async () => {
  const path = join(folder, 'tree')
  for (const name of ['tree', 'objects', 'scratch']) await mkdir(join(folder, name))
  execFileSync('git', ['init', '-q', path])
  const objects = await openDiskStore(join(folder, 'objects'))
  const keys = { fetched: 'setups/fetched', installed: 'setups/installed' }
  for (const key of Object.values(keys)) await objects.put(key, Readable.from([Buffer.from('no tar')]), { maxBytes: 9 })
  const sandboxes = await chooseDriver('process', { scratchIn: join(folder, 'scratch') })
  const parts = { objects, sandboxes, sandboxLimits: testLimits, socketFolder: folder, egressHosts: [], registries: {} }
  const install = { command: "mkdir -p made && echo it >made/it && printf 'made\\n' >.gitignore", environment: {} }
  const phase = { command: 'echo fetched >"$SETUP_CACHE/it"', environment: {} }
  const plan = { managers: [], ecosystems: [], files: new Map(), later: {}, fetch: phase, install, isOwn: true }
  const tree = { name: 'tree', path, readonly: [], environment: {} }
  const input = { plan, keys, keeps: 'everything', variables: {} }
  const again = () => installTree(parts, new AbortController().signal, tree, input as never)

  expect(await again()).toMatchObject({ outcome: 'passed', exitCode: 0 })
  for (const key of Object.values(keys))
    execFileSync('tar', ['-t'], { input: await buffer((await objects.open(key))!.content) })
  await rm(join(path, 'made'), { recursive: true })
  expect((await again()).log).toContain('it was set up before')
  expect(existsSync(join(path, 'made', 'it'))).toBe(true)
})
