import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isolatingDrivers, scene } from '../../testing/sandbox/conformance-scene.ts'
import { chooseDriver } from './choose-driver.ts'
import { ownerMark } from './owner-mark.ts'

const available = (await isolatingDrivers()).filter(({ driver }) => driver !== undefined)

test.skipIf(available.length === 0)(
  'the first that runs a command is chosen: bubblewrap, then util-linux',
  async () => {
    expect((await chooseDriver(undefined)).name).toBe(available[0]!.name)
  },
)

test.skipIf(available.length === 0)('a driver that ran a command is not tried again by the same process', async () => {
  const scratchIn = await mkdtemp(join(tmpdir(), 'choose-driver-'))
  const { name } = await chooseDriver(undefined, { scratchIn })
  await rm(scratchIn, { recursive: true })
  expect((await chooseDriver(undefined, { scratchIn })).name).toBe(name)
})

test.each(available)(
  'where namespaces are refused, as inside $name, a sentence names the remedy',
  async ({ driver }) => {
    const folder = '/opt/atelier/execution/sandbox'
    const imported = ['packages/charsets', 'platform/configuration', 'platform/storage'].map((name) => ({
      from: join(import.meta.dirname, '../..', name),
      to: `/opt/atelier/${name}`,
    }))
    const it = await scene(driver!, { readonly: [{ from: import.meta.dirname, to: folder }, ...imported] })
    const { stdout } = await it.node(
      `const { chooseDriver } = await import('${folder}/index.ts')
     for (const asked of [undefined, 'bubblewrap', 'util-linux'])
       await chooseDriver(asked).then((driver) => console.log('made', driver.name), (error) => console.log(error.message))
     console.log((await chooseDriver('process')).name)`,
    )
    await it.end()
    const [both, first, second, plain] = stdout.trim().split('\n')
    expect(both).toMatch(/^No sandbox can be made here \(bubblewrap: .+; util-linux: .+\)\. /)
    expect(both).toMatch(/user namespaces.* Or set ATELIER_SANDBOX_DRIVER=process to run commands without isolation\.$/)
    expect([first, second, plain]).toEqual([
      expect.stringMatching(/^No sandbox can be made here \(bubblewrap: [^;]+\)/),
      expect.stringMatching(/^No sandbox can be made here \(util-linux: [^;]+\)/),
      'process',
    ])
  },
)

test('folders of dead servers are removed and folders of living servers are kept', async () => {
  const scratchIn = await mkdtemp(join(tmpdir(), 'choose-driver-'))
  const [namespace] = ownerMark().split('.')
  const gone = `atelier-sandbox-${namespace}.999999999.1-abc`
  const kept = [`atelier-sandbox-${ownerMark()}-def`, 'atelier-sandbox-1.1.1-ghi', 'somebody-else']
  await mkdir(join(scratchIn, gone, 'closed/inner'), { recursive: true })
  await chmod(join(scratchIn, gone, 'closed'), 0o000)
  for (const name of kept) await mkdir(join(scratchIn, name))
  await chooseDriver('process', { scratchIn })
  expect((await readdir(scratchIn)).sort()).toEqual(kept.sort())
  await rm(scratchIn, { recursive: true })
})
