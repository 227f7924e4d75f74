import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { sampleChange, sampleFiles } from './sample-project.ts'

const folder = await mkdtemp(join(tmpdir(), 'sample-'))
afterAll(() => rm(folder, { recursive: true }))

const passing = async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder })
  return Number(/^# pass (\d+)$/m.exec(stdout)?.[1])
}

test('the tests of the sample pass, and so do the tests of its change', async () => {
  for (const { path, content } of sampleFiles()) await writeFile(join(folder, path), content.stream())
  expect(await passing()).toBe(2)
  const blocks = [...sampleChange.matchAll(/^```file (\S+)\n([^]*?)^```$/gm)]
  expect(blocks).toHaveLength(2)
  for (const [, path, text] of blocks) await writeFile(join(folder, path!), text!)
  expect(await passing()).toBe(3)
})
