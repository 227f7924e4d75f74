import { expect, test } from 'vitest'
import { unlessStopped } from './unless-stopped.ts'

const never = new Promise<string>(() => undefined)

test('work that others wait for too is waited for until the stop', async () => {
  const stopping = new AbortController()
  expect(await unlessStopped(Promise.resolve('done'), stopping.signal)).toBe('done')
  await expect(unlessStopped(Promise.reject(new Error('broken')), stopping.signal)).rejects.toThrow('broken')
  const waiting = unlessStopped(never, stopping.signal)
  stopping.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(unlessStopped(Promise.resolve('done'), stopping.signal)).rejects.toThrow('stopped')
})
