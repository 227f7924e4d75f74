import { table, type RowOf } from '../../../platform/db/table.ts'
import type { BrandIdentity, Draft, Extraction } from './rules.ts'

export const brandKit = table(
  'brand_kit',
  {
    draft: 'jsonb',
    revision: 'int4',
    updatedAt: 'timestamptz?',
    extraction: 'jsonb?',
    extractedAt: 'timestamptz?',
    published: 'jsonb?',
    version: 'int4?',
    portalEnabled: 'bool',
    publishedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid?', publishedBy: 'uuid?' },
)
export type BrandKitRow = RowOf<
  typeof brandKit,
  { draft: Draft; extraction: Extraction | null; published: BrandIdentity | null }
>

export const brandImage = table(
  'brand_image',
  { id: 'text', mediaType: 'text', content: 'bytea' },
  { workspaceId: 'uuid', createdAt: 'timestamptz' },
)
export type BrandImageRow = RowOf<typeof brandImage>

export const portalSlug = table('portal_slug', {
  slug: 'text',
  workspaceId: 'uuid',
  heldSince: 'timestamptz',
  givenUpAt: 'timestamptz?',
})
