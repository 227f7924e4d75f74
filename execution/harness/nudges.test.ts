import { execFileSync } from 'node:child_process'
import { beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

describe('a native harness whose model answers without a tool call', () => {
  beforeEach(() => {
    const git = (...argv: string[]) => execFileSync('git', argv, { cwd: scene.worktree })
    git('init', '--quiet')
    git('add', '--all')
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Begin')
  })
  const writing = { toolCalls: [{ name: 'write', input: { path: 'new.txt', content: 'hi\n' } }] }
  const asText = { text: '{"name": "write", "arguments": {"path": "new.txt", "content": "hi"}}' }
  const lastWords = (at: number) => scene.provider.requests[at]!.body.messages.at(-1)!.content

  test.runIf(isLong)(
    'continues after words and after a call as text, and reports how often it sent an answer back',
    async () => {
      scene.provider.push({ text: 'I shall begin now.' }, asText, writing, { text: 'Wrote it.' })
      expect(await scene.run()).toMatchObject({ outcome: 'completed', summary: 'Wrote it.', nudges: 2, steps: 4 })
      expect(lastWords(1)).toContain('words alone do nothing')
      expect(lastWords(2)).toContain('Answer with a tool call of write with the arguments path, content')
      expect(await scene.file('new.txt')).toBe('hi\n')
    },
  )

  test.runIf(isLong)('sends answers back up to its limit, and never carries a call as text out', async () => {
    scene.provider.push(asText, asText, asText)
    expect(await scene.run()).toMatchObject({ outcome: 'completed', nudges: 2, steps: 3 })
    await expect(scene.file('new.txt')).rejects.toThrow()
  })

  test.runIf(isLong).each([
    ['after a change', [writing, { text: 'Wrote it.' }], {}],
    ['that say it is done', [{ text: 'DONE: It was right already.' }], {}],
    ['where an earlier round left a change', [{ text: 'Nothing is left to do.' }], { hasChange: true }],
  ])('ends with words %s', async (_, turns, job) => {
    scene.provider.push(...turns)
    expect(await scene.run(job)).toMatchObject({ outcome: 'completed', nudges: 0, steps: turns.length })
  })
})
