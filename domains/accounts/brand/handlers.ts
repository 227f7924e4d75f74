import { handle } from '../../../platform/handler/index.ts'
import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'
import { mergedWith } from './extract/choose.ts'
import { extractBrand, type ExtractedBrand } from './extract/extract.ts'
import { UnreadableError } from './reader.ts'
import { presentKit } from './present.ts'
import { picturesIn, changedFields, fault, identityOf, publishFaults, type Draft } from './rules.ts'
import {
  dropImagesBut,
  findKit,
  insertImage,
  lockKit,
  saveExtractionRow,
  findImage,
  moveSlug,
  publishRow,
  saveDraftRow,
} from './store.ts'
import { Readable } from 'node:stream'
import { publicPicture } from './published.ts'
import * as contract from './contract.ts'
import type { BrandDraft } from './contract.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { acceptDraft } from './draft.ts'
import type { BrandKitRow } from './tables.ts'

interface ExtractParts {
  readonly fetcher: Fetcher
}

const atOnceMost = 4

const extractWorkspaceBrandKit = ({ fetcher }: ExtractParts) => {
  let running = 0
  const extracted = async (
    address: string,
    workspace: string,
    signal: AbortSignal,
  ): Promise<ExtractedBrand | string> => {
    if (running >= atOnceMost) return 'This server reads as many pages as it may at the moment. Try again in a minute.'
    running += 1
    return extractBrand(fetcher, { address, workspace }, signal)
      .catch(reasonOf)
      .finally(() => (running -= 1))
  }

  return handle(
    contract.extractWorkspaceBrandKit,
    async ({ body, caller, workspace, signal, read, commit, fail, invalid }) => {
      if (!isPlainAddress(body.url)) return invalid([addressFault])
      const before = await read(findKit)
      const found = await extracted(body.url, workspace, signal)
      if (typeof found === 'string') return fail.unavailable({ reason: found })
      return commit(async ({ tx, now, ok }) => {
        const kit = await lockKit(tx)
        const draft = mergedWith(before?.draft ?? {}, kit.draft, found.draft)
        for (const picture of found.pictures) await insertImage(tx, picture, now)
        await dropImagesBut(tx, picturesIn(draft, kit.published))
        const saved = await saveExtractionRow(tx, { draft, extraction: found.extraction, now, userId: caller.userId })
        const { origin, pathname } = new URL(found.extraction.url)
        return ok(presentKit(saved), {
          resource: ['brand_kit', workspace],
          metadata: {
            page: `${origin}${pathname}`.slice(0, 500),
            fields: Object.keys(found.extraction.sources).sort(),
          },
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
  const { mediaType, content } = (await findImage(tx, params.hash)) ?? absent()
  return ok({ mediaType, content: Readable.from([content]) })
})

const getPortalIcon = handle(contract.getPortalIcon, async ({ tx, absent, ok }) =>
  ok((await publicPicture(tx, 'icon')) ?? absent()),
)

const getPortalLogo = handle(contract.getPortalLogo, async ({ tx, absent, ok }) =>
  ok((await publicPicture(tx, 'logo')) ?? absent()),
)

const getWorkspaceBrandKit = handle(contract.getWorkspaceBrandKit, async ({ tx, ok }) =>
  ok(presentKit(await findKit(tx))),
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
    const moved = await moveSlug(tx, identity.slug, now)
    if (moved !== 'moved') return invalid([slugFaults[moved]])
    await write(now, caller.userId)
    const published = await publishRow(tx, { identity, portalEnabled, now, userId: caller.userId })
    return ok(presentKit(published), {
      resource: ['brand_kit', workspace],
      metadata: {
        version: published.version,
        slug: identity.slug,
        portalEnabled,
        fields: changedFields(before.published ?? {}, identity),
      },
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

interface DraftChange {
  readonly before: BrandKitRow
  readonly draft: Draft
  readonly faults: readonly InvalidField[]
  /** The sender made it from another revision than the present one. */
  readonly isStale: boolean
  /** Updates the draft with its uploaded pictures, and deletes the pictures that are no longer used. */
  write(now: Date, userId: string): Promise<BrandKitRow>
}

/** A draft as it was sent, held against the kit, which stays locked until the end of the transaction. */
const changeOf = async (tx: Transaction, sent: Static<typeof BrandDraft>): Promise<DraftChange> => {
  const before = await lockKit(tx)
  const { draft, added, faults } = await acceptDraft(tx, sent)
  return {
    before,
    draft,
    faults,
    isStale: sent.revision !== undefined && sent.revision !== before.revision,
    write: async (now, userId) => {
      for (const picture of added) await insertImage(tx, picture, now)
      await dropImagesBut(tx, picturesIn(draft, before.published))
      return saveDraftRow(tx, draft, now, userId)
    },
  }
}

const isSame = (before: object | null, after: object): boolean =>
  before !== null && changedFields(before, after).length === 0
