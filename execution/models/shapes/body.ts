import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { TSchema } from 'typebox'
import { shapeOf } from '../../../platform/contract/json-shape.ts'
import { checkLater } from '../../../platform/validation/check-later.ts'
import { storableValue } from '../../../platform/validation/storable-text.ts'
import { invalidRequest } from '../failure.ts'
import type { OutgoingRequest, OutgoingSettings } from './shape.ts'
import { foreignJson } from '../../../packages/foreign-json/index.ts'

export const requestBytesMax = 8 * 1024 * 1024
// Every program in a sandbox can send one: small values by the million would keep the server busy for seconds.
const valuesMax = 200_000
const depthMax = 100

/** Reads requests from JSON text, with known fields only. Throws ModelFailure 400 that names the first wrong field. */
export const requestReader = <Request extends object>(
  schema: TSchema & { readonly properties: object },
  what: string,
) => {
  const validator = checkLater(schema)
  const fields = Object.keys(schema.properties)
  return (body: string | object): Request => {
    const value = withoutNulls(typeof body === 'string' ? parseJson(body, what) : storableValue(body))
    if (!validator.Check(value)) throw invalid(firstError(validator.Errors(value), value), what)
    const known = value as Readonly<Record<string, unknown>>
    return Object.fromEntries(fields.filter((field) => field in known).map((field) => [field, known[field]])) as Request
  }
}

/** A null field counts as left out. */
const withoutNulls = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, given]) => given != null))
    : value

const parseJson = (body: string, what: string): unknown => {
  const { deepest, values } = shapeOf(body)
  if (values > valuesMax) throw invalid(`The body holds more than ${valuesMax} values`, what)
  if (deepest > depthMax) throw invalid(`The body is nested deeper than ${depthMax} levels`, what)
  try {
    return foreignJson(body)
  } catch {
    throw invalid('The body is not JSON', what)
  }
}

type Errors = readonly { readonly keyword: string; readonly instancePath: string; readonly message: string }[]

const firstError = (all: Errors, value: unknown) => {
  const part = /"type":"(input_audio|file|document|input_file)"/.exec(JSON.stringify(value))
  if (part) return `A message holds a part of type ${part[1]}, which cannot be sent to the model`
  if (JSON.stringify(value).includes('"type":"item_reference"'))
    return 'The input refers to an item of an earlier answer (item_reference), and none is kept: with store: false clients send items whole'
  // The deepest error is more useful than the union that it made fail.
  const errors = all.filter(({ keyword }) => keyword !== 'anyOf')
  const deepest = errors.toSorted((a, b) => depthOf(b.instancePath) - depthOf(a.instancePath))[0]
  return deepest
    ? `${deepest.instancePath.slice(1).replaceAll('/', '.') || 'The body'} ${deepest.message}`
    : 'The body is no request'
}

const depthOf = (path: string) => path.split('/').length

/** The address of a picture that holds its bytes: the media type, and the bytes in base64. */
export const pictureBytes = /^data:(image\/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** A media type of a picture as endpoints know it: some clients write image/jpg. */
export const mediaTypeOf = (given: string): string => (given === 'image/jpg' ? 'image/jpeg' : given)

/** The address of a picture with the media type that endpoints know. */
export const pictureAddress = (address: string): string => address.replace(/^data:image\/jpg;/, 'data:image/jpeg;')

/**
 * Whether there are pictures, given by the addresses that they have in a request. Throws ModelFailure 400 if the caller
 * may send none, or one is not sent as its bytes: the server fetches no addresses for it.
 */
export const picturesIn = (
  addresses: readonly string[],
  part: string,
  { takesPictures }: Pick<OutgoingSettings, 'takesPictures'>,
): boolean => {
  if (addresses.length === 0) return false
  if (!takesPictures)
    throw invalid(`A message holds a part of type ${part}, and only text can be sent to the model`, 'text')
  if (!addresses.every((address) => pictureBytes.test(address)))
    throw invalid(
      `A part of type ${part} is no PNG, JPEG, GIF or WebP in base64`,
      'the bytes of a picture, not its address',
    )
  return true
}

const invalid = (sentence: string, what: string) => invalidRequest(`${sentence}. Send ${what}.`)

/** A finished body as it is sent, counted and hashed. */
export const outgoingOf = (
  body: object,
  {
    maxOutputTokens,
    streams,
    wantsUsage = true,
    holdsPictures = false,
    leftOut = [],
    settingsLeftOut = [],
  }: Omit<Partial<OutgoingRequest>, 'body'> & { readonly maxOutputTokens: number; readonly streams: boolean },
): OutgoingRequest => {
  const text = canonicalize(body)!
  const hash = createHash('sha256').update(text).digest()
  const bodyBytes = Buffer.byteLength(text)
  return { body: text, bodyBytes, hash, maxOutputTokens, streams, wantsUsage, holdsPictures, leftOut, settingsLeftOut }
}
