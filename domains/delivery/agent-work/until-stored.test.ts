import { expect, test } from 'vitest'
import { StorageUnavailableError } from '../../../platform/storage/index.ts'
import { untilStored } from './saved-work.ts'

const { signal } = new AbortController()
const failing = (errors: readonly Error[]) => {
  const left = [...errors]
  return async () => {
    const error = left.shift()
    if (error) throw error
    return 'stored'
  }
}
const away = new StorageUnavailableError({ cause: 'cut' })

test('work waits for the object store, and for nothing else, as long as it may', async () => {
  const pace = { pauseMs: 1, longestMs: 60_000 }
  expect(await untilStored(signal, failing([away, away]), pace)).toBe('stored')
  await expect(untilStored(signal, failing([new Error('other')]), pace)).rejects.toThrow('other')
  await expect(untilStored(signal, failing([away]), { ...pace, longestMs: -1 })).rejects.toBe(away)
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(untilStored(stopped, failing([away]), pace)).rejects.toThrow()
})
