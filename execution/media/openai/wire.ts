import { jsonContent, type EndpointDoor } from '../../models/index.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'

/** An endpoint that speaks OpenAI's interface, and the model that is asked there. */
export interface OpenAiEndpoint {
  readonly name: string
  readonly model: string
  readonly door: EndpointDoor
  /** Fetches pictures that the endpoint answers as addresses. */
  readonly fetcher: Pick<Fetcher, 'read'>
}

export const jsonOf = (body: object) => jsonContent(JSON.stringify(body))

/** A number of seconds or the like, also if it is written as a text; undefined for anything else. */
export const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}
