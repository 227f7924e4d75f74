import { Readable } from 'node:stream'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import * as contract from './contract.ts'
import type { BrandDraft, BrandImage, PublishedBrand, WorkspaceBrandKitState } from './contract.ts'
import { mergedWith } from './extract/choose.ts'
import { extractBrand } from './extract/extract.ts'
import { pictureOf, type NewPicture, type ImageType } from './picture.ts'
import { publicPicture } from './published.ts'
import { UnreadableError } from './reader.ts'
import {
  picturesIn,
  changedFields,
  fault,
  identityOf,
  publishFaults,
  type Draft,
  type Picture,
  paletteOf,
  type Extraction,
} from './rules.ts'
import { type Hex, contrastsOf } from './rules/color.ts'
import * as store from './store.ts'
import type { BrandKitRow } from './tables.ts'

interface ExtractParts {
  readonly fetcher: Fetcher
}

const atOnceMost = 4

const extractWorkspaceBrandKit = ({ fetcher }: ExtractParts) => {
  let running = 0
  /** Returns the brand of a page, or the reason why the page cannot be read. */
  const extractOr = async (page: Parameters<typeof extractBrand>[1], signal: AbortSignal) => {
    if (running >= atOnceMost) return 'This server reads as many pages as it may at the moment. Try again in a minute.'
    running += 1
    return extractBrand(fetcher, page, signal)
      .catch(reasonOf)
      .finally(() => (running -= 1))
  }

  return handle(
    contract.extractWorkspaceBrandKit,
    async ({ body, caller, workspace, signal, read, commit, fail, invalid }) => {
      if (!isPlainAddress(body.url)) return invalid([addressFault])
      const before = await read(store.findKit)
      const found = await extractOr({ address: body.url, workspace }, signal)
      if (typeof found === 'string') return fail.unavailable({ reason: found })
      return commit(async ({ tx, now, ok }) => {
        const kit = await store.lockKit(tx)
        const draft = mergedWith(before?.draft ?? {}, kit.draft, found.draft)
        for (const picture of found.pictures) await store.insertImage(tx, { ...picture, now })
        await store.dropImagesBut(tx, { ids: picturesIn(draft, kit.published) })
        const { extraction } = found
        const saved = await store.saveExtractionRow(tx, { draft, extraction, now, userId: caller.userId })
        const { origin, pathname } = new URL(extraction.url)
        const page = `${origin}${pathname}`.slice(0, 500)
        return ok(presentKit(saved), {
          resource: ['brand_kit', workspace],
          metadata: { page, fields: Object.keys(extraction.sources).sort() },
        })
      })
    },
  )
}

const addressFault = { path: 'url', message: 'is no address of a page without a user name in it', rule: 'address' }

const isPlainAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const reasonOf = (error: unknown): string => {
  if (error instanceof FetchRefusal) return error.message
  if (error instanceof UnreadableError) return 'The page is made in a way that cannot be read in reasonable time.'
  throw error
}

const getBrandImage = handle(contract.getBrandImage, async ({ tx, params, absent, ok }) => {
  const { mediaType, content } = (await store.findImage(tx, { id: params.hash })) ?? absent()
  return ok({ mediaType, content: Readable.from([content]) })
})

const getPortalIcon = handle(contract.getPortalIcon, async ({ tx, absent, ok }) =>
  ok((await publicPicture(tx, 'icon')) ?? absent()),
)

const getPortalLogo = handle(contract.getPortalLogo, async ({ tx, absent, ok }) =>
  ok((await publicPicture(tx, 'logo')) ?? absent()),
)

const getWorkspaceBrandKit = handle(contract.getWorkspaceBrandKit, async ({ tx, ok }) =>
  ok(presentKit(await store.findKit(tx))),
)

const publishWorkspaceBrandKit = handle(
  contract.publishWorkspaceBrandKit,
  async ({ tx, workspace, caller, body, now, fail, invalid, ok }) => {
    const { portalEnabled } = body
    const { before, draft, faults, isStale, write } = await changeOf(tx, body.draft)
    const wrong = [...faults, ...publishFaults(draft, portalEnabled)]
    if (wrong.length > 0) return invalid(wrong)
    const identity = identityOf(draft)
    const isRepeat =
      isSame(before.published, identity) && isSame(before.draft, draft) && before.portalEnabled === portalEnabled
    if (isRepeat) return ok(presentKit(before), { resource: ['brand_kit', workspace], repeated: true })
    if (isStale) return fail.stale()
    const moved = await store.moveSlug(tx, identity.slug, now)
    if (moved !== 'moved') return invalid([slugFaults[moved]])
    await write(now, caller.userId)
    const published = await store.publishRow(tx, { identity, portalEnabled, now, userId: caller.userId })
    const fields = changedFields(before.published ?? {}, identity)
    return ok(presentKit(published), {
      resource: ['brand_kit', workspace],
      metadata: { version: published.version, slug: identity.slug, portalEnabled, fields },
    })
  },
)

const slugFaults = {
  taken: fault('slug', 'is the name of another portal, or was once; choose another one', 'taken'),
  'too many': fault('slug', 'would be the eleventh name of this portal; take one of its former ones', 'most'),
}

const saveWorkspaceBrandKit = handle(
  contract.saveWorkspaceBrandKit,
  async ({ tx, workspace, caller, body, now, fail, invalid, ok }) => {
    const { before, draft, faults, isStale, write } = await changeOf(tx, body.draft)
    if (faults.length > 0) return invalid(faults)
    if (isSame(before.draft, draft))
      return ok(presentKit(before), { resource: ['brand_kit', workspace], repeated: true })
    if (isStale) return fail.stale()
    return ok(presentKit(await write(now, caller.userId)), {
      resource: ['brand_kit', workspace],
      metadata: { fields: changedFields(before.draft, draft) },
    })
  },
)

export default (parts: ExtractParts) => ({
  extractWorkspaceBrandKit: extractWorkspaceBrandKit(parts),
  getWorkspaceBrandKit,
  saveWorkspaceBrandKit,
  publishWorkspaceBrandKit,
  getBrandImage,
  getPortalLogo,
  getPortalIcon,
})

/**
 * Compares a draft as it was sent with the kit, which stays locked until the end of the transaction. The draft is stale
 * if it was made from another revision.
 */
const changeOf = async (tx: Transaction, sent: DraftBody) => {
  const before = await store.lockKit(tx)
  const { draft, added, faults } = await acceptDraft(tx, sent)
  return {
    before,
    draft,
    faults,
    isStale: sent.revision !== undefined && sent.revision !== before.revision,
    /** Updates the draft with its uploaded pictures, and deletes the pictures that are no longer used. */
    write: async (now: Date, userId: string) => {
      for (const picture of added) await store.insertImage(tx, { ...picture, now })
      await store.dropImagesBut(tx, { ids: picturesIn(draft, before.published) })
      return store.saveDraftRow(tx, draft, now, userId)
    },
  }
}

const isSame = (before: object | null, after: object): boolean =>
  before !== null && changedFields(before, after).length === 0

type DraftBody = Static<typeof BrandDraft>

/**
 * Reads a draft as it was sent, with the pictures that came with it; looks up the pictures that it keeps. The caller
 * holds the kit's lock, so they stay.
 */
const acceptDraft = async (tx: Transaction, sent: DraftBody) => {
  const { revision: _revision, logo, icon, colors, fonts, ...texts } = sent
  const ids = [logo?.id, icon?.id].filter((id) => id !== undefined)
  const kept = ids.length > 0 ? await store.findPictures(tx, { ids }) : []
  const pictures = { logo: await takePicture(tx, 'logo', logo, kept), icon: await takePicture(tx, 'icon', icon, kept) }
  const accepted = Object.values(pictures).filter((one) => one !== undefined)
  const draft = withoutNulls({
    ...texts,
    logo: pictures.logo?.picture,
    icon: pictures.icon?.picture,
    colors: orNothing(lowerCase(colors ?? {})),
    fonts: orNothing(withoutNulls(fonts ?? {})),
  }) as Draft
  return {
    draft,
    added: accepted.flatMap(({ added }) => added ?? []),
    faults: accepted.flatMap(({ wrong }) => wrong ?? []),
  }
}

interface AcceptedPicture {
  readonly picture?: Picture
  readonly added?: NewPicture
  readonly wrong?: InvalidField
}

const takePicture = async (
  tx: Transaction,
  field: 'logo' | 'icon',
  sent: Static<typeof BrandImage> | null | undefined,
  kept: readonly Picture[],
): Promise<AcceptedPicture | undefined> => {
  if (!sent) return undefined
  const { id, contentBase64 } = sent
  if ((id === undefined) === (contentBase64 === undefined))
    return { wrong: fault(field, 'needs either `contentBase64` or the `id` of a picture that is there', 'picture') }
  if (contentBase64 !== undefined) return newPicture(tx, field, contentBase64)
  const found = kept.find((one) => one.id === id)
  return found
    ? { picture: found }
    : { wrong: fault(`${field}.id`, 'is no picture of this brand; send it again in `contentBase64`', 'picture') }
}

const newPicture = async (tx: Transaction, field: string, contentBase64: string): Promise<AcceptedPicture> => {
  const isBase64 = contentBase64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(contentBase64)
  const added = isBase64 ? await pictureOf(Buffer.from(contentBase64, 'base64'), tx.workspace!) : undefined
  if (!added) {
    const message = 'is no PNG, JPEG, WebP, GIF, SVG or ICO of at most 256 KiB in base64'
    return { wrong: fault(`${field}.contentBase64`, message, 'picture') }
  }
  return { added, picture: { id: added.id, mediaType: added.mediaType, sizeBytes: added.content.length } }
}

const withoutNulls = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

const orNothing = <Value extends object>(value: Value) => (Object.keys(value).length > 0 ? value : undefined)

const lowerCase = (colors: object) =>
  Object.fromEntries(
    Object.entries(withoutNulls(colors) as Record<string, Hex>).map(([name, color]) => [name, color.toLowerCase()]),
  )

/** The whole state of a workspace's brand; before anything is saved it is empty. */
const presentKit = (row: BrandKitRow | undefined): Static<typeof WorkspaceBrandKitState> => {
  const draft = row?.draft ?? {}
  return {
    draft: presentDraft(draft, row?.revision ?? 0),
    updatedAt: row?.updatedAt ?? null,
    published: row ? presentPublished(row) : null,
    unpublishedFields: unpublishedFields(draft, row),
    contrast: [...contrastsOf(paletteOf(draft))],
    extraction: row?.extraction ? presentExtraction(row.extraction, row.extractedAt!) : null,
  }
}

const presentDraft = (draft: Draft, revision: number): Static<typeof BrandDraft> => {
  const { name = null, slug = null, tagline = null, website = null, supportEmail = null } = draft
  const { logo, icon, colors = {}, fonts = {} } = draft
  const { primary = null, accent = null, background = null, text = null } = colors
  return {
    revision,
    name,
    slug,
    tagline,
    website,
    supportEmail,
    logo: logo ? presentPicture(logo) : null,
    icon: icon ? presentPicture(icon) : null,
    colors: { primary, accent, background, text },
    fonts: { heading: fonts.heading ?? null, body: fonts.body ?? null },
  }
}

const presentPicture = ({ id, mediaType, sizeBytes }: Picture) => ({
  id,
  mediaType: mediaType as ImageType,
  sizeBytes,
  url: `/v1/api/brand-kit/images/${id}`,
})

const presentPublished = (row: BrandKitRow): Static<typeof PublishedBrand> | null => {
  if (!row.published) return null
  const { logo, icon, ...identity } = row.published
  return {
    ...identity,
    logo: logo && presentPicture(logo),
    icon: icon && presentPicture(icon),
    version: row.version!,
    publishedAt: row.publishedAt!,
    portalEnabled: row.portalEnabled,
  }
}

const unpublishedFields = (draft: Draft, row: BrandKitRow | undefined): string[] => {
  const { derived: _now, ...identity } = identityOf(draft)
  if (!row?.published) return Object.keys(draft).sort()
  const { derived: _then, ...published } = row.published
  return [...changedFields(published, identity)]
}

const presentExtraction = ({ url, sources, colors, fonts }: Extraction, extractedAt: Date) => ({
  url,
  extractedAt,
  sources: { ...sources },
  colors: [...colors],
  fonts: [...fonts],
})
