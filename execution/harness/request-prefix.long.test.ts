import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

test('each request is the previous request with more messages at its end, so that the cache of an endpoint serves it', async () => {
  scene.provider.push(
    { toolCalls: [{ name: 'read', input: { path: 'greet.js' } }] },
    { toolCalls: [{ name: 'plan', input: { items: [{ step: 'Say hi', status: 'in_progress' }] } }] },
    {
      text: 'Now the change.',
      toolCalls: [{ name: 'edit', input: { path: 'greet.js', find: 'hello', replace: 'hi' } }],
    },
    { toolCalls: [{ name: 'run', input: { command: 'date; cat greet.js' } }] },
    { text: 'Done.' },
  )
  expect(await scene.run()).toMatchObject({ outcome: 'completed', steps: 5 })
  const bodies = scene.provider.requests.map(({ body: { messages, ...rest } }) => ({
    rest: JSON.stringify(rest),
    messages: messages.map((message) => JSON.stringify(message)),
  }))
  for (const [at, { rest, messages }] of bodies.slice(1).entries()) {
    const before = bodies[at]!
    expect(rest).toBe(before.rest)
    expect(messages.length).toBeGreaterThan(before.messages.length)
    expect(messages.slice(0, before.messages.length)).toEqual(before.messages)
  }
})
