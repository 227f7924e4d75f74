import type { Transaction } from '../../../platform/db/transaction.ts'
import { statement } from '../../../platform/db/transaction.ts'
import type { BrandIdentity, Draft, Extraction, Picture } from './rules.ts'
import { slugsMost } from './rules/slug.ts'
import { brandImage, brandKit, type BrandImageRow, type BrandKitRow } from './tables.ts'

const find = statement<BrandKitRow>(
  'brand.find-kit',
  `select ${brandKit.columns} from brand_kit where workspace_id = $1`,
)
export const findKit = async (tx: Transaction) => (await find(tx, [tx.workspace])).at(0)

const begin = statement('brand.begin-kit', 'insert into brand_kit (workspace_id) values ($1) on conflict do nothing')
const lock = statement<BrandKitRow>(
  'brand.lock-kit',
  `select ${brandKit.columns} from brand_kit where workspace_id = $1 for update`,
)
/** The workspace's kit, made where it has none; one transaction at a time has it. */
export const lockKit = async (tx: Transaction): Promise<BrandKitRow> => {
  const [, rows] = await Promise.all([begin(tx, [tx.workspace]), lock(tx, [tx.workspace])])
  return rows[0]!
}

const saveDraft = statement<BrandKitRow>(
  'brand.save-draft',
  `update brand_kit set draft = $2, revision = revision + 1, updated_at = $3, updated_by = $4
   where workspace_id = $1 returning ${brandKit.columns}`,
)
export const saveDraftRow = async (tx: Transaction, draft: Draft, now: Date, userId: string) =>
  (await saveDraft(tx, [tx.workspace, JSON.stringify(draft), now, userId]))[0]!

const saveExtraction = statement<BrandKitRow>(
  'brand.save-extraction',
  `update brand_kit set draft = $2, revision = revision + 1, updated_at = $3, updated_by = $4, extraction = $5,
     extracted_at = $3
   where workspace_id = $1 returning ${brandKit.columns}`,
)
export interface ExtractedDraft {
  readonly draft: Draft
  readonly extraction: Extraction
  readonly now: Date
  readonly userId: string
}
export const saveExtractionRow = async (tx: Transaction, { draft, extraction, now, userId }: ExtractedDraft) =>
  (await saveExtraction(tx, [tx.workspace, JSON.stringify(draft), now, userId, JSON.stringify(extraction)]))[0]!

const publish = statement<BrandKitRow>(
  'brand.publish',
  `update brand_kit set published = $2, portal_enabled = $3, version = coalesce(version, 0) + 1, published_at = $4,
     published_by = $5
   where workspace_id = $1 returning ${brandKit.columns}`,
)
export interface Publication {
  readonly identity: BrandIdentity
  readonly portalEnabled: boolean
  readonly now: Date
  readonly userId: string
}
export const publishRow = async (tx: Transaction, { identity, portalEnabled, now, userId }: Publication) =>
  (await publish(tx, [tx.workspace, JSON.stringify(identity), portalEnabled, now, userId]))[0]!

const image = statement<BrandImageRow>(
  'brand.image',
  `select ${brandImage.columns} from brand_image where workspace_id = $1 and id = $2`,
)
export const findImage = async (tx: Transaction, id: string) => (await image(tx, [tx.workspace, id])).at(0)

const images = statement<Picture>(
  'brand.images',
  `select id, media_type as "mediaType", length(content) as "sizeBytes" from brand_image
   where workspace_id = $1 and id = any($2)`,
)
export const findPictures = (tx: Transaction, ids: readonly string[]) => images(tx, [tx.workspace, ids])

const addImage = statement(
  'brand.add-image',
  `insert into brand_image (workspace_id, id, media_type, content, created_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
)
export const insertImage = (tx: Transaction, { id, mediaType, content }: BrandImageRow, now: Date) =>
  addImage(tx, [tx.workspace, id, mediaType, content, now])

const dropImages = statement('brand.drop-images', 'delete from brand_image where workspace_id = $1 and id <> all($2)')
/** Under the lock of the kit: nothing else refers to them. */
export const dropImagesBut = (tx: Transaction, ids: readonly string[]) => dropImages(tx, [tx.workspace, ids])

const lockSlugs = statement('brand.lock-slugs', `select pg_advisory_xact_lock(hashtextextended('portal slugs', 0))`)
const held = statement<{ slug: string; current: boolean }>(
  'brand.slugs',
  'select slug, given_up_at is null as current from portal_slug where workspace_id = $1',
)
const giveUp = statement(
  'brand.give-up-slug',
  'update portal_slug set given_up_at = $2 where workspace_id = $1 and given_up_at is null',
)
const takeBack = statement(
  'brand.take-back-slug',
  'update portal_slug set given_up_at = null where workspace_id = $1 and slug = $2',
)
const take = statement<{ slug: string }>(
  'brand.take-slug',
  `insert into portal_slug (slug, workspace_id, held_since) values ($2, $1, $3) on conflict (slug) do nothing
   returning slug`,
)

/** Makes `slug` the name of this workspace's portal, or none where it is null. The caller holds the kit's lock. */
export const moveSlug = async (
  tx: Transaction,
  slug: string | null,
  now: Date,
): Promise<'moved' | 'taken' | 'too many'> => {
  const own = await held(tx, [tx.workspace])
  if (own.find(({ current }) => current)?.slug === (slug ?? undefined)) return 'moved'
  // One at a time: two workspaces that each take the name which the other gives up would wait for one another.
  await lockSlugs(tx)
  await giveUp(tx, [tx.workspace, now])
  if (slug === null) return 'moved'
  if (own.some((one) => one.slug === slug)) {
    await takeBack(tx, [tx.workspace, slug])
    return 'moved'
  }
  if (own.length >= slugsMost) return 'too many'
  return (await take(tx, [tx.workspace, slug, now])).length > 0 ? 'moved' : 'taken'
}

const bySlug = statement<{ workspaceId: string }>(
  'brand.workspace-of-slug',
  'select workspace_id as "workspaceId" from portal_slug where slug = $1 and given_up_at is null',
)
export const findWorkspaceOf = async (tx: Transaction, slug: string) => (await bySlug(tx, [slug])).at(0)?.workspaceId
