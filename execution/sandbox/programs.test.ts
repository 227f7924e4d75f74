import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { chooseDriver } from './choose-driver.ts'

const folder = await mkdtemp(join(tmpdir(), 'atelier-elsewhere-'))
afterAll(() => rm(folder, { recursive: true }))
await mkdir(join(folder, 'bin'))
await writeFile(join(folder, 'bin/greet'), `#!/bin/sh\ncat ${folder}/words\n`)
await chmod(join(folder, 'bin/greet'), 0o755)
await writeFile(join(folder, 'words'), 'hello\n')

test.each([undefined, 'process'] as const)('sandboxes of the driver %s find programs elsewhere', async (name) => {
  const driver = await chooseDriver(name, { programs: [folder] })
  const sandbox = await driver.open({ id: 'elsewhere', limits: testLimits })
  try {
    expect(await sandbox.run({ argv: ['greet'] })).toMatchObject({ exitCode: 0, stdout: 'hello\n' })
    if (!driver.isolates) return
    const attack = await sandbox.run({ argv: ['sh', '-c', `echo x > ${folder}/words; rm -rf ${folder}; greet`] })
    expect(attack.stdout).toBe('hello\n')
  } finally {
    await sandbox.close()
  }
})

test('a folder that is not there stops the start with a sentence', async () => {
  await expect(chooseDriver(undefined, { programs: [join(folder, 'none')] })).rejects.toThrow(
    /ATELIER_SANDBOX_PROGRAMS names .*, which is no folder\. Name one, or leave it out\./,
  )
})
