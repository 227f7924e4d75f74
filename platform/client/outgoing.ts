import { isBytes, type Operation } from '../contract/operation.ts'
import type { UntypedInput, Upload } from './wire.ts'

/** A request as a transport sends it. */
export interface Outgoing {
  readonly address: URL
  readonly method: Operation['method']
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Upload | undefined
}

/** The request of an operation: its address with parameters and query, its body, and the headers that go with it. */
export const outgoing = (url: string, operation: Operation, input: UntypedInput): Outgoing => ({
  address: addressOf(url, operation, input),
  method: operation.method,
  ...contentOf(operation, input),
})

const addressOf = (url: string, { path }: Operation, { params = {}, query = {} }: UntypedInput): URL => {
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    url,
  )
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

const contentOf = ({ body: declared }: Operation, { body }: UntypedInput): Pick<Outgoing, 'body' | 'headers'> => {
  if (body === undefined) return { body: undefined, headers: {} }
  if (!declared || !isBytes(declared)) {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  const upload = body as Upload
  const { mediaType = declared.bytes, sizeBytes } = upload
  return { body: upload, headers: { 'content-type': mediaType, 'content-length': String(sizeBytes) } }
}

const links = { next: /<([^<>]{0,4000})>;\s{0,9}rel="?next"?/, prev: /<([^<>]{0,4000})>;\s{0,9}rel="?prev"?/ } as const

/** Returns the cursor of the next or previous page from `Link: <…?cursor=…>; rel="next"`. */
export const linkedCursor = (link: string | undefined, rel: keyof typeof links): string | undefined => {
  const linked = links[rel].exec(link ?? '')?.[1]
  return linked === undefined ? undefined : (new URL(linked, 'http://link').searchParams.get('cursor') ?? undefined)
}

/** An answer whose body has not been read. */
export interface Incoming<Body> {
  readonly status: number
  /** The value of a header by its name in small letters. */
  header(name: string): string | undefined
  readonly body: Body
  text(): Promise<string>
}

/** How requests travel: one transport for Node, one for browsers. It throws if no server answers. */
export interface Transport<Body> {
  send(request: Outgoing): Promise<Incoming<Body>>
  close(): Promise<void>
}
