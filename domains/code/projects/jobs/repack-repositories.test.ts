import { expect, test } from 'vitest'
import { keptLog } from '../../../../testing/kept-log.ts'
import { repackRepositories } from './repack-repositories.ts'

test('each repository of a workspace is packed, one that cannot be is logged, and a shutdown leaves the rest', async () => {
  const ending = new AbortController()
  const seen: string[] = []
  const answers = (rows: (values: readonly unknown[]) => object[]) => ({
    query: async ({ values }: { values: readonly unknown[] }) => ({ rows: rows(values) }),
  })
  const database = {
    identity: async (work: (tx: never) => unknown) =>
      work(answers(([id]) => (id === 'orphan' ? [] : [{ workspaceId: `of ${String(id)}` }])) as never),
    reading: async (workspace: string, work: (tx: never) => unknown) =>
      work(answers(([id]) => [{ sha: `of a run in ${String(id)} ${workspace}` }]) as never),
  } as never
  const repositories = {
    list: async () => ['broken', 'orphan', 'whole', 'last', 'never'],
    repack: async (id: string, alsoKept: () => Promise<readonly string[]>) => {
      seen.push(id)
      if (id === 'broken') throw new Error('a damaged pack')
      expect(await alsoKept()).toEqual([`of a run in ${id} of ${id}`])
      if (id === 'last') ending.abort()
      return true
    },
  }
  const { logger, said } = keptLog()
  await repackRepositories({ database, repositories }, { signal: ending.signal, log: logger })
  expect(seen).toEqual(['broken', 'whole', 'last'])
  expect(said()).toMatchObject([{ repository: 'broken', err: { message: 'a damaged pack' } }])
})
