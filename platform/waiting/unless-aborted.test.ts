import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { unlessAborted } from './turns.ts'

const never = new Promise<string>(() => undefined)

test('passes on the result or error of the work, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  expect(await unlessAborted(Promise.resolve('done'), signal)).toBe('done')
  await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('an abort ends the waiting with its reason, and one before it wins over work that is done', async () => {
  const stopping = new AbortController()
  const waiting = unlessAborted(never, stopping.signal)
  stopping.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(unlessAborted(Promise.resolve('done'), stopping.signal)).rejects.toThrow('stopped')
})
