import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { type AnswerTurn, fakeEndpoint, harnessScene } from '../../testing/model-provider/index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

const reading = { toolCalls: [{ name: 'read', input: { path: 'greet.js' } }] }

describe('a native harness that meets trouble', () => {
  test('continues through a busy endpoint, cuts, empty and shortened answers', async () => {
    scene.provider.push(
      reading,
      { status: 429, retryAfter: '0' },
      { status: 503 },
      {
        text: 'Half a',
        toolCalls: [{ name: 'run', input: { command: 'touch half' } }],
        after: { events: 4, then: 'cut' },
      },
      { text: '' },
      { bytes: 'data: {"choices":[{"delta":{"content":"First part"},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n' },
      { text: 'Done.' },
    )
    expect(await scene.run()).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    await expect(scene.file('half')).rejects.toThrow()
    const said = scene.provider.requests.at(-1)!.body.messages.map(({ content }) => content)
    expect(said).toContain('First part')
    expect(said.at(-1)).toContain('cut off at its longest length')
  })

  test('shortens a conversation that the endpoint refuses as too long, once', async () => {
    await writeFile(join(scene.worktree, 'long.txt'), 'a line of words\n'.repeat(2_000))
    const look = { toolCalls: [{ name: 'read', input: { path: 'long.txt' } }] }
    const tooLong = { status: 400, message: "This model's maximum context length is 8192 tokens" }
    scene.provider.push(look, reading, tooLong, { text: 'Done.' })
    expect(await scene.run()).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    const sizes = scene.provider.requests.map(({ body }) => JSON.stringify(body.messages).length)
    expect(sizes.at(-1)!).toBeLessThan(sizes[2]! / 2)
    const last = scene.provider.requests.at(-1)!.body.messages
    expect(last[1]!.content).toContain('Make greet say hi')
    scene.provider.push(look, tooLong, tooLong)
    expect(await scene.run({ description: 'Again' })).toMatchObject({ outcome: 'model-failed' })
  })

  test('summarises before the window is full, and keeps the request and the plan', async () => {
    const looks = Array.from({ length: 8 }, (_, at) => ({
      text: `${at}: ${'I think about it. '.repeat(350)}`,
      toolCalls: [{ name: 'read', input: { path: 'greet.js', from: 1, lines: at + 1 } }],
      usage: null,
    }))
    const plan = {
      toolCalls: [{ name: 'plan', input: { items: [{ step: 'Say hi', status: 'in_progress' }] } }],
      usage: null,
    }
    const model = fakeEndpoint(scene.provider.baseUrl, { contextTokens: 16_000 })
    // The request distinguishes the answer to a summary from the next step.
    const answers: AnswerTurn[] = [plan, ...looks]
    const outcome = scene.run({}, model)
    let summaries = 0
    for (let asked = 0; asked < 30; asked += 1) {
      const { body } = await scene.provider.nextRequest()
      const isSummary = body.messages[0]!.content!.startsWith('You summarise')
      if (isSummary) summaries += 1
      const next: AnswerTurn = isSummary
        ? { text: 'I looked at greet.js.', usage: null }
        : (answers.shift() ?? { text: 'Done.' })
      scene.provider.push(next)
      if (!isSummary && next.toolCalls === undefined) break
    }
    expect(await outcome).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    expect(summaries).toBeGreaterThan(0)
    const last = JSON.stringify(scene.provider.requests.at(-1)!.body.messages)
    for (const words of ['Make greet say hi', 'I looked at greet.js.', '[>] Say hi']) expect(last).toContain(words)
  })

  test('warns before it ends a run that goes round in circles', async () => {
    scene.provider.push(reading, reading, reading, { text: 'I stop.' })
    expect(await scene.run()).toMatchObject({ outcome: 'completed' })
    expect(scene.provider.requests[2]!.body.messages.at(-1)!.content).not.toContain('three times')
    expect(scene.provider.requests[3]!.body.messages.at(-1)!.content).toContain('three times')
  })
})
