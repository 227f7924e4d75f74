import { describe, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'
import { formatBlock, openOffline } from '../models/index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

describe('the native harness with the offline model', () => {
  test('runs the blocks of a description', async () => {
    const patch =
      '--- a/greet.js\n+++ b/greet.js\n@@ -1 +1,2 @@\n export const greet = () => "hey"\n+export const part = () => "bye"\n'
    const description = [
      'Make greet friendlier.\n',
      formatBlock({ kind: 'file', path: 'docs/read me.md', content: '# Read me\n```js\nx\n```\n' }),
      formatBlock({
        kind: 'edit',
        path: 'greet.js',
        find: 'export const greet = () => "hello"\n',
        replace: 'export const greet = () => "hey"\n',
      }),
      formatBlock({ kind: 'patch', patch }),
      formatBlock({ kind: 'run', command: 'mkdir -p out\ncp greet.js out/greet.js' }),
    ].join('\n')
    const outcome = await scene.run({ description }, openOffline())
    expect(outcome).toMatchObject({ outcome: 'completed', steps: 5 })
    expect(outcome.summary).toContain('The offline model only applies code blocks.')
    expect(outcome.summary).toContain(
      'All 4 blocks are done: write docs/read me.md; edit greet.js; apply the patch; run mkdir -p out …',
    )
    expect(await scene.file('docs/read me.md')).toBe('# Read me\n```js\nx\n```\n')
    expect(await scene.file('out/greet.js')).toBe('export const greet = () => "hey"\nexport const part = () => "bye"\n')
  })

  test.runIf(isLong)('stops at the first block that fails', async () => {
    const description = [
      formatBlock({ kind: 'run', command: 'echo no; exit 3' }),
      formatBlock({ kind: 'file', path: 'never.txt', content: 'x\n' }),
    ].join('\n')
    const outcome = await scene.run({ description }, openOffline())
    expect(outcome).toMatchObject({
      outcome: 'gave-up',
      summary: 'I stopped at block 1 of 2 (run echo no; exit 3). Exit code 3\nno\n',
    })
    await expect(scene.file('never.txt')).rejects.toThrow()
  })

  test.runIf(isLong)('changes nothing and explains how to connect a model when there are no blocks', async () => {
    const outcome = await scene.run({ description: 'Please make it nicer.' }, openOffline())
    expect(outcome).toMatchObject({ outcome: 'gave-up', steps: 1 })
    expect(outcome.summary).toContain('atelier models endpoints add')
    expect(await scene.file('greet.js')).toBe('export const greet = () => "hello"\n')
  })
})
