import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
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

// Less than twice what is fetched, and than that with what is installed and its packed set. No file is as large as what
// is packed of the cache, or of the tree.
const limits = { ...testLimits, diskBytes: 64 * 2 ** 20, fileSizeBytes: 16 * 2 ** 20 }

test.each(['process', undefined] as const)(
  'under the driver %s a set is beside the tree, outside the reach of its tools, and is recreated if it cannot be unpacked',
  async (driver) => {
    const own = join(folder, driver ?? 'isolated')
    const path = join(own, 'tree')
    for (const name of ['tree/.atelier-setup', 'objects', 'scratch'])
      await mkdir(join(own, name), { recursive: true, mode: 0o700 })
    execFileSync('git', ['init', '-q', path])
    await writeFile(join(path, '.atelier-setup', '.gitignore'), '*\n')
    const objects = await openDiskStore(join(own, 'objects'))
    const keys = { fetched: 'setups/fetched', installed: 'setups/installed' }
    for (const key of Object.values(keys))
      await objects.put(key, Readable.from([Buffer.from('no tar')]), { maxBytes: 9 })
    const sandboxes = await chooseDriver(driver, { scratchIn: join(own, 'scratch') })
    const parts = { objects, sandboxes, sandboxLimits: limits, socketFolder: own, egressHosts: [], registries: {} }
    const made = 'mkdir made && head -c 15M /dev/zero >made/it'
    const install = {
      command: `${made} && head -c 5M /dev/zero >made/too && cp "$SETUP_CACHE/it" "$SETUP_PACKAGES/it"`,
      environment: {},
    }
    const phase = {
      command:
        'for part in 1 2 3; do head -c 14M /dev/zero >"$SETUP_CACHE/$part" || exit 1; done; echo fetched >"$SETUP_CACHE/it"',
      environment: {},
    }
    const plan = { managers: [], ecosystems: [], files: new Map(), later: {}, fetch: phase, install, isOwn: true }
    const tree = { name: 'tree', path, readonly: [], environment: {} }
    const input = { plan, keys, keeps: 'everything', variables: {} }
    const again = () => installTree(parts, new AbortController().signal, tree, input as never)
    const found = async () =>
      [...(await readdir(path)), ...(await readdir(join(path, 'made'))), ...(await readdir(`${path}-packages`))].sort()

    expect(await again()).toMatchObject({ outcome: 'passed', exitCode: 0 })
    expect(await found()).toEqual(['.git', '.gitignore', 'it', 'it', 'made', 'too'])
    for (const key of Object.values(keys))
      execFileSync('tar', ['-t'], { input: await buffer((await objects.open(key))!.content) })
    await rm(join(path, 'made'), { recursive: true })
    await rm(`${path}-packages`, { recursive: true })
    expect((await again()).log).toContain('it was set up before')
    expect(await found()).toEqual(['.git', '.gitignore', 'it', 'it', 'made', 'too'])
  },
)
