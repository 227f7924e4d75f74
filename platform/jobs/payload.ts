import { json, type Json } from '../db/statement.ts'
import { storableText } from '../validation/storable-text.ts'

/** The error of a step, as it is stored. */
export interface StepError {
  readonly name: string
  readonly message: string
  readonly code?: string
}

const largestBytes = 262_144
const longestMessage = 4_000

/** A step's payload as it is stored. Larger than 256 KiB throws: long data belongs in a table of its own. */
export const encodePayload = (step: string, payload: object): Json => {
  const text = json(payload)
  if (!text.startsWith('{')) throw new Error(`The payload of ${step} is not an object`)
  const sizeBytes = Buffer.byteLength(text)
  if (sizeBytes <= largestBytes) return text
  throw new Error(
    `The payload of ${step} has ${sizeBytes} bytes of at most ${largestBytes}: store it in a table and pass its id`,
  )
}

/** An error as rows keep it: bounded, without the bytes that PostgreSQL's JSON refuses, without a stack. */
export const storedError = (error: unknown): StepError => {
  const { name, message, code } =
    error instanceof Error
      ? (error as NodeJS.ErrnoException)
      : { name: 'Error', message: String(error), code: undefined }
  return { name: storable(name), message: storable(message), ...(code === undefined ? {} : { code: storable(code) }) }
}

const storable = (text: string) => storableText(text.slice(0, longestMessage))
