import { parseHandle } from '../../domains/code/projects/rules.ts'
import { search } from '../../domains/record/search/contract.ts'
import type { Client } from './client/client.ts'

/** The id of the cycle or task that a handle such as HAR-12 names; undefined for other texts and unknown handles. */
export const findByHandle = async (
  client: Client,
  named: string,
  kind: 'cycle' | 'task',
): Promise<string | undefined> => {
  const handle = parseHandle(named)
  if (handle === undefined) return undefined
  const { hits } = await client.call(search, { query: { q: handle, kind, limit: 1 } })
  return hits.find((hit) => hit.handle === handle)?.id
}
