import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  json,
  matchStatement,
  oneRowStatement,
  rowStatement,
  statement,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import { type BrandIdentity, type Draft, type Extraction, type Picture, slugsMost } from './rules.ts'
import { portalSlug, brandImage, brandKit, type BrandImageRow, type BrandKitRow } from './tables.ts'

export const findKit = rowStatement<NoValues, BrandKitRow>(
  'brand.find-kit',
  `select ${brandKit.columns} from brand_kit where workspace_id = :workspace`,
)

const begin = statement(
  'brand.begin-kit',
  insertInto(brandKit, [], { workspaceId: ':workspace' }, 'on conflict do nothing'),
)
const lock = oneRowStatement<NoValues, BrandKitRow>(
  'brand.lock-kit',
  `select ${brandKit.columns} from brand_kit where workspace_id = :workspace for update`,
)
/** The workspace's kit, made if it has none; one transaction at a time has it. */
export const lockKit = async (tx: Transaction): Promise<BrandKitRow> => {
  const [, kit] = await Promise.all([begin(tx), lock(tx)])
  return kit
}

const saveDraft = oneRowStatement<{ draft: Json; now: Date; userId: string }, BrandKitRow>(
  'brand.save-draft',
  `update brand_kit set draft = :draft, revision = revision + 1, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace returning ${brandKit.columns}`,
)
export const saveDraftRow = (tx: Transaction, draft: Draft, now: Date, userId: string) =>
  saveDraft(tx, { draft: json(draft), now, userId })

const saveExtraction = oneRowStatement<{ draft: Json; now: Date; userId: string; extraction: Json }, BrandKitRow>(
  'brand.save-extraction',
  `update brand_kit set draft = :draft, revision = revision + 1, updated_at = :now, updated_by = :userId, extraction = :extraction,
     extracted_at = :now
   where workspace_id = :workspace returning ${brandKit.columns}`,
)
export const saveExtractionRow = (
  tx: Transaction,
  { draft, extraction, ...change }: { draft: Draft; extraction: Extraction; now: Date; userId: string },
) => saveExtraction(tx, { draft: json(draft), extraction: json(extraction), ...change })

const publish = oneRowStatement<{ identity: Json; portalEnabled: boolean; now: Date; userId: string }, BrandKitRow>(
  'brand.publish',
  `update brand_kit set published = :identity, portal_enabled = :portalEnabled, version = coalesce(version, 0) + 1, published_at = :now,
     published_by = :userId
   where workspace_id = :workspace returning ${brandKit.columns}`,
)
export interface Publication {
  readonly identity: BrandIdentity
  readonly portalEnabled: boolean
  readonly now: Date
  readonly userId: string
}
export const publishRow = (tx: Transaction, { identity, ...rest }: Publication) =>
  publish(tx, { identity: json(identity), ...rest })

export const findImage = rowStatement<{ id: string }, BrandImageRow>('brand.image', selectById(brandImage))

/** The logo that the workspace has published; undefined without one. */
export const publishedLogo = rowStatement<NoValues, BrandImageRow>(
  'brand.published-logo',
  `select ${brandImage.columns} from brand_kit join brand_image on brand_image.workspace_id = brand_kit.workspace_id
     and brand_image.id = brand_kit.published -> 'logo' ->> 'id'
   where brand_kit.workspace_id = :workspace`,
)

export const findPictures = statement<{ ids: readonly string[] }, Picture>(
  'brand.images',
  `select id, media_type as "mediaType", length(content) as "sizeBytes" from brand_image
   where workspace_id = :workspace and id = any(:ids)`,
)

export const insertImage = statement<BrandImageRow & { now: Date }>(
  'brand.add-image',
  insertInto(
    brandImage,
    ['id', 'mediaType', 'content'],
    { workspaceId: ':workspace', createdAt: ':now' },
    'on conflict do nothing',
  ),
)

/** Deletes all pictures but these. Call it under the lock of the kit: nothing else refers to them. */
export const dropImagesBut = statement<{ ids: readonly string[] }>(
  'brand.drop-images',
  'delete from brand_image where workspace_id = :workspace and id <> all(:ids)',
)

const lockSlugs = statement('brand.lock-slugs', `select pg_advisory_xact_lock(hashtextextended('portal slugs', 0))`)
const slugs = statement<NoValues, { slug: string; current: boolean }>(
  'brand.slugs',
  'select slug, given_up_at is null as current from portal_slug where workspace_id = :workspace',
)
const giveUp = statement<{ now: Date }>(
  'brand.give-up-slug',
  'update portal_slug set given_up_at = :now where workspace_id = :workspace and given_up_at is null',
)
const takeBack = statement<{ slug: string }>(
  'brand.take-back-slug',
  'update portal_slug set given_up_at = null where workspace_id = :workspace and slug = :slug',
)
const take = matchStatement<{ slug: string; now: Date }, { slug: string }>(
  'brand.take-slug',
  insertInto(
    portalSlug,
    ['slug'],
    { workspaceId: ':workspace', heldSince: ':now' },
    'on conflict (slug) do nothing returning slug',
  ),
)

/** Makes `slug` the name of this workspace's portal, or none if it is null. The caller holds the kit's lock. */
export const moveSlug = async (
  tx: Transaction,
  slug: string | null,
  now: Date,
): Promise<'moved' | 'taken' | 'too many'> => {
  const own = await slugs(tx)
  if (own.find(({ current }) => current)?.slug === (slug ?? undefined)) return 'moved'
  // One at a time: two workspaces that each take the other's former name would wait for one another.
  await lockSlugs(tx)
  await giveUp(tx, { now })
  if (slug === null) return 'moved'
  if (own.some((one) => one.slug === slug)) {
    await takeBack(tx, { slug })
    return 'moved'
  }
  if (own.length >= slugsMost) return 'too many'
  return (await take(tx, { slug, now })) ? 'moved' : 'taken'
}

const bySlug = rowStatement<{ slug: string }, { workspaceId: string }>(
  'brand.workspace-of-slug',
  'select workspace_id as "workspaceId" from portal_slug where slug = :slug and given_up_at is null',
)
export const findWorkspaceOf = async (tx: Transaction, slug: string) => (await bySlug(tx, { slug }))?.workspaceId
