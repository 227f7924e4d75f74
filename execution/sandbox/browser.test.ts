import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { browserVariables, findBrowser } from './browser.ts'

test('finds the first browser that can be executed, and none on a machine without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-browser-'))
  afterTest(() => rm(folder, { recursive: true }))
  const [first, second, third] = ['a', 'b', 'c'].map((name) => join(folder, name))
  await writeFile(second!, '')
  await chmod(second!, 0o600)
  await writeFile(third!, '')
  await chmod(third!, 0o700)
  expect(await findBrowser([first!, second!, third!])).toBe(third)
  expect(await findBrowser([first!])).toBeUndefined()
  expect(browserVariables('/usr/bin/chromium')).toMatchObject({ CHROME_BIN: '/usr/bin/chromium' })
})
