import { expect, test } from 'vitest'
import { RefusedError } from '../../../platform/client/index.ts'
import { live, type StreamUpdate } from './live.ts'

const textOf = (id: number, event: string, data: object = {}) =>
  new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
const eventOf = (id: number, eventType: string) =>
  textOf(id, eventType, { eventType, entityId: 'e', projectId: null, cycleId: null, taskId: null, payload: 'kept' })
const wordOf = (news: StreamUpdate) => (news.is === 'event' ? news.happening.eventType : news.is)

/** A server whose streams the test writes, and tabs that follow it. */
const browser = (name: string) => {
  const opened = new EventTarget()
  const streams: { readonly last: string; readonly controller: ReadableStreamDefaultController<Uint8Array> }[] = []
  const stream = async (at: number) => {
    while (streams.length <= at)
      await new Promise((resolve) => opened.addEventListener('open', resolve, { once: true }))
    return streams[at]!
  }
  const open = async (last: string) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        streams.push({ last, controller })
        opened.dispatchEvent(new Event('open'))
      },
    })
  const tab = () => {
    const told: StreamUpdate[] = []
    const heard = new EventTarget()
    const leaving = new AbortController()
    const tell = (news: StreamUpdate) => {
      told.push(news)
      heard.dispatchEvent(new Event('told'))
    }
    const ended = live({ name, open, tell, signal: leaving.signal, pauseMs: () => 0 })
    const until = async (word: string) => {
      while (!told.map(wordOf).includes(word))
        await new Promise((resolve) => heard.addEventListener('told', resolve, { once: true }))
      return told.map(wordOf)
    }
    const close = () => {
      leaving.abort()
      return ended
    }
    return { told, until, close }
  }
  return { streams, stream, tab }
}

test('the tabs of a browser share one stream; when the first closes, another continues behind the last event', async () => {
  const { streams, stream, tab } = browser('shared')
  const first = tab()
  const second = tab()
  const { controller } = await stream(0)
  controller.enqueue(textOf(4, 'ready', { position: 4 }))
  controller.enqueue(eventOf(5, 'task.merged'))
  expect(await first.until('task.merged')).toEqual(['back', 'begun', 'task.merged'])
  expect(await second.until('task.merged')).toEqual(['back', 'begun', 'task.merged'])
  expect(second.told.at(-1)).toEqual({
    is: 'event',
    happening: { eventType: 'task.merged', entityId: 'e', projectId: null, cycleId: null, taskId: null },
  })
  expect(streams).toHaveLength(1)
  await first.close()
  const next = await stream(1)
  expect(next.last).toBe('5')
  next.controller.enqueue(textOf(5, 'ready', { position: 5 }))
  next.controller.enqueue(eventOf(6, 'cycle.completed'))
  expect((await second.until('cycle.completed')).slice(3)).toEqual(['back', 'cycle.completed'])
  await second.close()
})

test('a server that restarts is lost and back; a server that counts from an earlier position begins again', async () => {
  const { stream, tab } = browser('restarted')
  const one = tab()
  const before = await stream(0)
  before.controller.enqueue(textOf(9, 'ready'))
  before.controller.enqueue(eventOf(10, 'task.queued'))
  await one.until('task.queued')
  before.controller.close()
  const after = await stream(1)
  expect(after.last).toBe('10')
  after.controller.enqueue(textOf(3, 'ready'))
  after.controller.enqueue(eventOf(4, 'task.done'))
  expect(await one.until('task.done')).toEqual(['back', 'begun', 'task.queued', 'lost', 'back', 'begun', 'task.done'])
  await one.close()
})

test('a refusal that stays ends the tab', async () => {
  const refusal = new RefusedError(401, { error: 'Sign in.' })
  const ending = live({
    name: 'refused',
    open: () => Promise.reject(refusal),
    signal: new AbortController().signal,
    tell: () => undefined,
  })
  await expect(ending).rejects.toBe(refusal)
})
