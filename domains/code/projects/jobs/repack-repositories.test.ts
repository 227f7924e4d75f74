import { expect, test } from 'vitest'
import { keptLog } from '../../../../testing/kept-log.ts'
import { repackRepositories } from './repack-repositories.ts'

test('each repository is packed, one that cannot be is logged, and a shutdown leaves the rest', async () => {
  const ending = new AbortController()
  const seen: string[] = []
  const repositories = {
    list: async () => ['broken', 'whole', 'last', 'never'],
    repack: async (id: string) => {
      seen.push(id)
      if (id === 'broken') throw new Error('a damaged pack')
      if (id === 'last') ending.abort()
      return true
    },
  }
  const { logger, said } = keptLog()
  await repackRepositories({ repositories }, { signal: ending.signal, log: logger })
  expect(seen).toEqual(['broken', 'whole', 'last'])
  expect(said()).toMatchObject([{ repository: 'broken', err: { message: 'a damaged pack' } }])
})
