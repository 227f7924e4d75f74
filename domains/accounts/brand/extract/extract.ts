import { FetchRefusal, type Fetcher, type ReadAnswer } from '../../../../platform/fetch/index.ts'
import { imageMostBytes, type Picture } from '../rules.ts'
import { pictureOf, type NewPicture } from '../picture.ts'
import { chosenFrom, picturesToTry, manifestOf, type ManifestFacts } from './choose.ts'
import type { PageFacts, SourcedText } from './page.ts'
import { openReader } from '../reader.ts'
import { textOf, type EncodedText } from './text.ts'

const pageMostBytes = 2 * 2 ** 20
const sheetMostBytes = 2 ** 20
const manifestMostBytes = 65_536
const sheetsMost = 8
const drawingsMost = 3
const allMs = 25_000

/**
 * Reads the brand of a page: name, colours and fonts from its markup, manifest and style sheets, its logo and icon.
 * Throws a FetchRefusal if the page itself cannot be had, an UnreadableError if it keeps its reader busy for too long;
 * any other part that is missing, slow or broken is left out.
 */
export const extractBrand = async (
  fetcher: Fetcher,
  { address, workspace }: { readonly address: string; readonly workspace: string },
  caller: AbortSignal,
) => {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(allMs)])
  const reader = openReader(workspace, signal)
  const accept = ['text/html', 'application/xhtml+xml']
  const document = await fetcher.read({ url: address, accept, maxBytes: pageMostBytes, signal })
  const page = await reader.page({ bytes: document.bytes, charset: document.charset })
  const site = siteOf(fetcher, { document, page, workspace }, signal)
  const [manifest, ...sheets] = await Promise.all([
    manifestAt(site, page),
    ...page.sheets.slice(0, sheetsMost).map((sheet) => site.file(sheet, ['text/css'], sheetMostBytes)),
  ])
  const styles = await reader.styles({ files: sheets.filter((sheet) => sheet !== undefined), styles: page.styles })
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
}

interface Site {
  file(address: string, accept: readonly string[], maxBytes: number): Promise<EncodedText | undefined>
  picture(address: string): Promise<NewPicture | undefined>
  drawing(markup: string): Promise<NewPicture | undefined>
}

/** Reads the other files of a page by their addresses; undefined for a file that cannot be loaded. */
const siteOf = (
  fetcher: Fetcher,
  {
    document,
    page,
    workspace,
  }: { readonly document: ReadAnswer; readonly page: PageFacts; readonly workspace: string },
  signal: AbortSignal,
): Site => {
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
    file: async (address, accept, maxBytes) => {
      const found = await read(address, accept, maxBytes)
      return found && { bytes: found.bytes, charset: found.charset }
    },
    drawing: (markup) => pictureOf(Buffer.from(markup), workspace),
    picture: async (address) => {
      if (address.startsWith('data:')) return pictureOf(inlineBytes(address), workspace)
      const found = await read(address, ['image/*', 'application/octet-stream'], imageMostBytes)
      return found && pictureOf(found.bytes, workspace)
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
  const file = manifest ? await site.file(manifest, manifestTypes, manifestMostBytes) : undefined
  return manifestOf(file ? textOf(file) : '')
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
  const drawn = await drawingIn(site, facts.page)
  const [logo, icon] = await Promise.all([drawn ?? firstOf(site, toTry.logo), firstOf(site, toTry.icon)])
  return { logo, icon }
}

/** A drawing in the page itself. A drawing that only refers to others is empty. */
const drawingIn = async (site: Site, { drawings, logos }: PageFacts): Promise<FoundPicture | undefined> => {
  if (logos.some(({ source }) => source === 'JSON-LD logo')) return undefined
  const pictures = await Promise.all(drawings.slice(0, drawingsMost).map((drawing) => site.drawing(drawing)))
  const picture = pictures
    .filter((one) => one !== undefined)
    .find(({ content }) => /<(path|polygon|rect|circle|ellipse|text)\b/.test(content.toString()))
  return picture && { picture, source: 'drawing in the page' }
}

const firstOf = async (site: Site, candidates: readonly SourcedText[]): Promise<FoundPicture | undefined> => {
  for (const { value, source } of candidates) {
    const picture = await site.picture(value)
    if (picture) return { picture, source }
  }
  return undefined
}
