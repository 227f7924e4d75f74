import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { BrandDraft, BrandImage } from './contract.ts'
import { pictureOf, type NewPicture } from './picture.ts'
import { fault, type Draft, type Picture } from './rules.ts'
import type { Hex } from './rules/color.ts'
import { findPictures } from './store.ts'

type DraftBody = Static<typeof BrandDraft>
type SentImage = Static<typeof BrandImage>

interface AcceptedDraft {
  readonly draft: Draft
  /** Pictures that came with it and are not stored yet. */
  readonly added: readonly NewPicture[]
  readonly faults: readonly InvalidField[]
}

/** Reads a draft as it was sent; looks up the pictures that it keeps. The caller holds the kit's lock, so they stay. */
export const acceptDraft = async (tx: Transaction, sent: DraftBody): Promise<AcceptedDraft> => {
  const { revision: _revision, logo, icon, colors, fonts, ...texts } = sent
  const ids = [logo?.id, icon?.id].filter((id) => id !== undefined)
  const kept = ids.length > 0 ? await findPictures(tx, ids) : []
  const pictures = { logo: await takePicture(tx, 'logo', logo, kept), icon: await takePicture(tx, 'icon', icon, kept) }
  const taken = Object.values(pictures).filter((one) => one !== undefined)
  const draft = withoutNulls({
    ...texts,
    logo: pictures.logo?.picture,
    icon: pictures.icon?.picture,
    colors: orNothing(lowerCase(colors ?? {})),
    fonts: orNothing(withoutNulls(fonts ?? {})),
  }) as Draft
  return {
    draft,
    added: taken.flatMap(({ added }) => added ?? []),
    faults: taken.flatMap(({ wrong }) => wrong ?? []),
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
  sent: SentImage | null | undefined,
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
