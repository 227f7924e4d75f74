import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { BrandIdentity } from './rules.ts'
import { slugOf } from './rules/slug.ts'
import { findKit, findWorkspaceOf } from './store.ts'

export interface PublishedIdentity extends BrandIdentity {
  readonly version: number
  /** Whether the portal is open; its name stays the workspace's own while it is not. */
  readonly portalEnabled: boolean
  readonly publishedAt: Date
}

/** What the workspace of a tenant transaction has published; undefined before the first time. */
export const publishedIdentity = async (tx: Transaction): Promise<PublishedIdentity | undefined> => {
  const row = await findKit(tx)
  if (!row?.published) return undefined
  return {
    ...row.published,
    version: row.version!,
    portalEnabled: row.portalEnabled,
    publishedAt: row.publishedAt!,
  }
}

/** The workspace whose portal has this name, open or not; a text that can be no name is as unknown as any other. */
export const workspaceOfSlug = async (database: Database, text: string): Promise<string | undefined> => {
  const slug = slugOf(text)
  return slug === undefined ? undefined : database.identity((tx) => findWorkspaceOf(tx, slug))
}
