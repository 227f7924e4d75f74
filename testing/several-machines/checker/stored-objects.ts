import { createHash } from 'node:crypto'
import type { Finding, Stand } from './stand.ts'

interface NamedObject {
  readonly key: string
  readonly sizeBytes: string | null
  readonly sha256: string | null
}

/** The objects that rows name: each has to be stored, with the bytes that its row says. */
const named = `
  select format('repositories/%s/%s.pack', repository_id, object_id) as key, pack_bytes as "sizeBytes", pack_sha256 as sha256
    from repository_pack
  union all select format('repositories/%s/%s.idx', repository_id, object_id), index_bytes, index_sha256 from repository_pack
  union all select format('ai-assets/%s/%s', workspace_id, id), size_bytes, sha256 from ai_asset
  union all select distinct format('artifacts/%s/%s/%s', project_id, run_id, sha256), size_bytes, sha256 from artifact
  union all select distinct build #>> '{object,key}', (build #>> '{object,sizeBytes}')::bigint, build #>> '{object,sha256}'
    from deployment where build ? 'object'
  union all select format('pictures/%s/%s/%s', project_id, deployment_id, place), size_bytes, null
    from deployment_picture join deployment on deployment.id = deployment_id
  union all select format('outbox/%s.eml', id), null, null from mail where state = 'outbox'`

/** Objects that may be there: a row leads the sweep to them, or the work that still needs them. */
const awaited = `
  select key from removed_object
  union all select format('ai-assets/%s/%s', workspace_id, id) from ai_asset_arrival
  union all select format('revisions/%s.bundle', id) from revision_upload
  union all select format('outbox/%s.eml', id) from mail where state = 'queued'`

/** Objects below these go by their age, also without a row. */
const sweptByAge = ['conversations/', 'imports/', 'manifests/', 'setups/']

/** Rows whose object is absent or another one, and objects without a row that no sweep removes. */
export const objectFaults = async ({ query, objects }: Stand): Promise<Finding[]> => {
  const rows = await query<NamedObject>(named)
  const found: Finding[] = []
  for (const row of rows) {
    const content = await objects.read(row.key)
    if (!content) found.push({ rule: 'an object that a row names is stored', key: row.key })
    else if (!isAsItsRow(content, row)) found.push({ rule: 'a stored object is as its row says', key: row.key })
  }
  const known = new Set([...rows, ...(await query<{ key: string }>(awaited))].map(({ key }) => key))
  // A key that is to be removed and ends with a slash is all objects below it.
  const prefixes = [...sweptByAge, ...[...known].filter((key) => key.endsWith('/'))]
  for (const key of await objects.keys())
    if (!known.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
      found.push({ rule: 'an object without a row is removed by a sweep', key })
  return found
}

const isAsItsRow = (content: Buffer, { sizeBytes, sha256 }: NamedObject) =>
  (sizeBytes === null || Number(sizeBytes) === content.length) &&
  (sha256 === null || sha256 === createHash('sha256').update(content).digest('hex'))
