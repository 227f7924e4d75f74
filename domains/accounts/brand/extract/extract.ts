import { FetchRefusal, type Fetcher, type ReadAnswer } from '../../../../platform/fetch/index.ts'
import { imageMostBytes } from '../rules/pictures.ts'
import { pictureOf, type NewPicture } from '../picture.ts'
import type { Draft, Extraction, Picture } from '../rules.ts'
import { chosenFrom, picturesToTry } from './choose.ts'
import { manifestOf, type ManifestFacts } from './manifest.ts'
import type { PageFacts, SourcedText } from './page.ts'
import { withReader } from './reader.ts'
import { textOf } from './text.ts'

export interface ExtractedBrand {
  readonly draft: Draft
  readonly extraction: Extraction
  readonly pictures: readonly NewPicture[]
}

const pageMostBytes = 2 * 2 ** 20
const sheetMostBytes = 2 ** 20
const manifestMostBytes = 65_536
const sheetsMost = 8
const drawingsMost = 3
const allMs = 25_000

/**
 * Reads the brand of a page: name, colours and fonts from its markup, manifest and style sheets, its logo and icon.
 * Throws a FetchRefusal when the page itself cannot be had, an UnreadableError when it keeps its reader busy for too
 * long; whatever else of it is missing, slow or broken is left out.
 */
export const extractBrand = (fetcher: Fetcher, address: string, caller: AbortSignal): Promise<ExtractedBrand> =>
  withReader(async (reader) => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(allMs)])
    const accept = ['text/html', 'application/xhtml+xml']
    const document = await fetcher.read({ url: address, accept, maxBytes: pageMostBytes, signal })
    const page = await reader.page(textOf(document.bytes, document.charset))
    const site = siteOf(fetcher, document, page, signal)
    const [manifest, ...sheets] = await Promise.all([
      manifestAt(site, page),
      ...page.sheets.slice(0, sheetsMost).map((sheet) => site.text(sheet, ['text/css'], sheetMostBytes)),
    ])
    const styles = await reader.styles([...sheets.filter((sheet) => sheet !== undefined), ...page.styles])
    const facts = { url: document.url, page, manifest, styles }
    const { draft, ...found } = chosenFrom(facts)
    const { logo, icon } = await picturesOf(site, facts)
    caller.throwIfAborted()
    const pictures = { ...(logo && { logo: shown(logo) }), ...(icon && { icon: shown(icon) }) }
    const sources = { ...found.sources, ...(logo && { logo: logo.source }), ...(icon && { icon: icon.source }) }
    return {
      draft: { ...draft, ...pictures },
      extraction: { ...found, sources, url: document.url.href },
      pictures: [logo, icon].flatMap((one) => one?.picture ?? []),
    }
  })

interface Site {
  text(address: string, accept: readonly string[], maxBytes: number): Promise<string | undefined>
  picture(address: string): Promise<NewPicture | undefined>
}

/** What else belongs to a page, by the addresses in it; undefined for what cannot be had. */
const siteOf = (fetcher: Fetcher, document: ReadAnswer, page: PageFacts, signal: AbortSignal): Site => {
  const base = page.base !== undefined && URL.canParse(page.base, document.url.href) ? page.base : ''
  const read = async (address: string, accept: readonly string[], maxBytes: number) => {
    const from = new URL(base, document.url.href).href
    if (!URL.canParse(address, from)) return undefined
    const url = new URL(address, from).href
    return fetcher.read({ url, from: document, accept, maxBytes, signal }).catch((error: unknown) => {
      if (error instanceof FetchRefusal || signal.aborted) return undefined
      throw error
    })
  }
  return {
    text: async (address, accept, maxBytes) => {
      const found = await read(address, accept, maxBytes)
      return found && textOf(found.bytes, found.charset)
    },
    picture: async (address) => {
      if (address.startsWith('data:')) return pictureOf(inlineBytes(address))
      const found = await read(address, ['image/*', 'application/octet-stream'], imageMostBytes)
      return found && pictureOf(found.bytes)
    },
  }
}

/** The bytes of a `data:` address, which a page holds itself. Source: RFC 2397. */
const inlineBytes = (address: string) => {
  const [, head = '', content = ''] = /^data:([^,]*),(.*)$/s.exec(address.slice(0, 2 * imageMostBytes)) ?? []
  if (/;base64\s*$/i.test(head)) return Buffer.from(content, 'base64')
  try {
    return Buffer.from(decodeURIComponent(content))
  } catch {
    return Buffer.alloc(0)
  }
}

const manifestTypes = ['application/manifest+json', 'application/json', 'text/json', 'application/octet-stream']

const manifestAt = async (site: Site, { manifest }: PageFacts): Promise<ManifestFacts> => {
  const text = manifest && (await site.text(manifest, manifestTypes, manifestMostBytes))
  return manifestOf(text ?? '')
}

interface FoundPicture {
  readonly picture: NewPicture
  readonly source: string
}

const shown = ({ picture: { id, mediaType, content } }: FoundPicture): Picture => ({
  id,
  mediaType,
  sizeBytes: content.length,
})

const picturesOf = async (site: Site, facts: { url: URL; page: PageFacts; manifest: ManifestFacts }) => {
  const toTry = picturesToTry(facts)
  const drawn = drawingIn(facts.page)
  const [logo, icon] = await Promise.all([drawn ?? firstOf(site, toTry.logo), firstOf(site, toTry.icon)])
  return { logo, icon }
}

/** A drawing in the page itself; one that only refers to others shows nothing by itself. */
const drawingIn = ({ drawings, logos }: PageFacts): FoundPicture | undefined => {
  if (logos.some(({ source }) => source === 'JSON-LD logo')) return undefined
  const pictures = drawings.slice(0, drawingsMost).flatMap((drawing) => pictureOf(Buffer.from(drawing)) ?? [])
  const picture = pictures.find(({ content }) => /<(path|polygon|rect|circle|ellipse|text)\b/.test(content.toString()))
  return picture && { picture, source: 'drawing in the page' }
}

const firstOf = async (site: Site, candidates: readonly SourcedText[]): Promise<FoundPicture | undefined> => {
  for (const { value, source } of candidates) {
    const picture = await site.picture(value)
    if (picture) return { picture, source }
  }
  return undefined
}
