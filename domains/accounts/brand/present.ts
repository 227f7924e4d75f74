import type { Static } from '../../../platform/contract/index.ts'
import type { BrandDraft, PublishedBrand, WorkspaceBrandKitState } from './contract.ts'
import type { ImageType } from './picture.ts'
import { changedFields, identityOf, paletteOf, type Draft, type Extraction, type Picture } from './rules.ts'
import { contrastsOf } from './rules/contrast.ts'
import type { BrandKitRow } from './tables.ts'

/** The whole state of a workspace's brand; before anything is saved it is empty. */
export const presentKit = (row: BrandKitRow | undefined): Static<typeof WorkspaceBrandKitState> => {
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
