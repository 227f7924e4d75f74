import { handle } from '../../../../platform/handler/index.ts'
import { FetchRefusal, type Fetcher } from '../../../../platform/fetch/index.ts'
import { extractWorkspaceBrandKit } from '../contract.ts'
import { mergedWith } from '../extract/choose.ts'
import { extractBrand, type ExtractedBrand } from '../extract/extract.ts'
import { UnreadableError } from '../reader.ts'
import { presentKit } from '../present.ts'
import { picturesIn } from '../rules.ts'
import { dropImagesBut, findKit, insertImage, lockKit, saveExtractionRow } from '../store.ts'

export interface ExtractParts {
  readonly fetcher: Fetcher
}

const atOnceMost = 4

export default ({ fetcher }: ExtractParts) => {
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

  return handle(extractWorkspaceBrandKit, async ({ body, caller, workspace, signal, read, commit, fail, invalid }) => {
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
        metadata: { page: `${origin}${pathname}`.slice(0, 500), fields: Object.keys(found.extraction.sources).sort() },
      })
    })
  })
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
