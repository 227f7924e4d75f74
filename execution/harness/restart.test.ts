import { execFileSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'
import { findBudget } from '../../domains/agents/spending/index.ts'
import type { SavedWork } from './job.ts'
import { isLong } from '../../testing/soak.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

describe('a native harness that was saved', () => {
  beforeEach(() => {
    const git = (...argv: string[]) => execFileSync('git', argv, { cwd: scene.worktree })
    git('init', '--quiet')
    git('add', '--all')
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Begin')
  })
  const savedWork = (): SavedWork => {
    const messages: string[] = []
    for (const { from, messages: more } of scene.ofType('saved-messages'))
      messages.splice(from, messages.length, ...more)
    const { patch, steps, tokens } = scene.ofType('saved').at(-1)!
    return { messages, patch, steps, tokens, isFollowUp: false }
  }
  const writing = { toolCalls: [{ name: 'write', input: { path: 'new.bin', content: 'caf\u00e9\n' } }] }
  const latin = { toolCalls: [{ name: 'run', input: { command: "printf 'caf\\351\\0' > latin.bin; rm greet.js" } }] }

  test.runIf(isLong)('resumes at its end, with its files and its conversation, and pays nothing twice', async () => {
    scene.provider.push(writing, latin, { answer: 'silence' })
    const controller = new AbortController()
    const first = scene.run({}, undefined, controller.signal)
    for (let asked = 0; asked < 3; asked += 1) await scene.provider.nextRequest()
    controller.abort()
    expect(await first).toMatchObject({ outcome: 'cancelled', steps: 2 })
    const saved = savedWork()
    expect(saved).toMatchObject({ steps: 2, tokens: 240 })
    execFileSync('git', ['clean', '-fdq'], { cwd: scene.worktree })
    execFileSync('git', ['checkout', '--quiet', '--', '.'], { cwd: scene.worktree })
    scene.provider.push({ text: 'Done.' })
    expect(await scene.run({ saved })).toMatchObject({ outcome: 'completed', summary: 'Done.', steps: 1 })
    expect(await scene.file('new.bin')).toBe('café\n')
    expect(await readFile(join(scene.worktree, 'latin.bin'))).toEqual(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0]))
    await expect(scene.file('greet.js')).rejects.toThrow()
    const [, , third, fourth] = scene.provider.requests
    expect(fourth!.body.messages).toEqual(third!.body.messages)
  })

  test.runIf(isLong)('is not asked again when it had ended already', async () => {
    scene.provider.push(writing, { text: 'Done.' })
    await scene.run()
    const before = scene.provider.requests.length
    execFileSync('git', ['clean', '-fdq'], { cwd: scene.worktree })
    expect(await scene.run({ saved: savedWork() })).toMatchObject({ outcome: 'completed', summary: 'Done.', steps: 0 })
    expect([scene.provider.requests.length, await scene.file('new.bin')]).toEqual([before, 'café\n'])
  })

  test.runIf(isLong)('stops again after a restart, even if its model would continue now', async () => {
    const gaveUp = { outcome: 'gave-up', summary: 'Nobody can.' }
    scene.provider.push(
      writing,
      { toolCalls: [{ name: 'give_up', input: { reason: 'Nobody can.' } }] },
      { text: 'Done.' },
    )
    expect(await scene.run()).toMatchObject({ ...gaveUp, steps: 2 })
    execFileSync('git', ['clean', '-fdq'], { cwd: scene.worktree })
    expect(await scene.run({ saved: savedWork() })).toMatchObject({ ...gaveUp, steps: 0 })
    expect(scene.provider.requests.length).toBe(2)
  })

  test.runIf(isLong)(
    'ends with the question that it had asked people already, and continues with the answer',
    async () => {
      const question = 'Which days?\nAnd nights?'
      scene.provider.push({ toolCalls: [{ name: 'ask_person', input: { question } }] }, { text: 'DONE: On Mondays.' })
      const asked = { outcome: 'asked', summary: question }
      expect(await scene.run({ asks: true })).toMatchObject({ ...asked, steps: 1 })
      const saved = savedWork()
      expect(await scene.run({ asks: true, saved })).toMatchObject({ ...asked, steps: 0 })
      const answered = { description: 'On Mondays.', saved: { ...saved, isFollowUp: true } }
      expect(await scene.run(answered)).toMatchObject({ outcome: 'completed', steps: 1 })
      expect(scene.provider.requests.at(-1)!.body.messages.at(-1)).toMatchObject({
        role: 'user',
        content: 'On Mondays.',
      })
    },
  )

  test.runIf(isLong)('is asked for a rework in the same conversation', async () => {
    scene.provider.push(writing, { text: 'Done.' })
    await scene.run()
    scene.provider.push({ text: 'Mended.' })
    const saved = { ...savedWork(), patch: undefined, isFollowUp: true }
    expect(await scene.run({ saved, description: 'The check fails' })).toMatchObject({ summary: 'Mended.', steps: 1 })
    const said = scene.provider.requests.at(-1)!.body.messages
    expect(said.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(said.at(-1)!.content).toBe('The check fails')
  })

  test.runIf(isLong)('begins again if the saved change does not fit', async () => {
    const patch = gzipSync('not a patch').toString('base64')
    scene.provider.push({ text: 'DONE: All is well.' })
    const saved = { messages: ['{"role":"user","content":"Old"}'], patch, steps: 9, tokens: 9, isFollowUp: false }
    expect(await scene.run({ saved })).toMatchObject({ outcome: 'completed' })
    expect(scene.provider.requests.at(-1)!.body.messages[1]!.content).toContain('Make greet say hi')
  })
})

describe('a native harness that restarts', () => {
  test('does not pay again for answers of an earlier attempt', async () => {
    const turns = [{ toolCalls: [{ name: 'write', input: { path: 'new.txt', content: 'new\n' } }] }, { text: 'Done.' }]
    scene.provider.push(...turns)
    const first = await scene.run()
    await rm(join(scene.worktree, 'new.txt'))
    expect(await scene.run()).toMatchObject({ outcome: 'completed', steps: first.steps })
    expect([await scene.file('new.txt'), scene.provider.requests.length]).toEqual(['new\n', 2])
    const { spentMicros } = await database.instance((tx) =>
      findBudget(tx, { kind: 'cycle', id: scene.identity.cycleId }),
    )
    expect(spentMicros).toBe(240)
  })
})
