import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { isMailAddress } from '../contract/email.ts'

/** Ajv for requests: it reports every fault, and unknown fields are faults if the schema forbids them. */
export const openAjv = (options: object): Ajv => {
  const instance = new Ajv({ allErrors: true, removeAdditional: false, strict: false, strictNumbers: true, ...options })
  ;(formats as unknown as (ajv: Ajv) => void)(instance)
  instance.addFormat('email', isMailAddress)
  return instance
}
