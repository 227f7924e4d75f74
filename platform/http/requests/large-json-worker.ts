import { parentPort } from 'node:worker_threads'
import type { ValidateFunction } from 'ajv'
import { Refusal } from '../../refusal/refusal.ts'
import { openAjv } from '../../validation/ajv.ts'
import { fieldsOf, takeBody } from './check-value.ts'
import { parseJson } from './json.ts'
import type { JudgeRequest, JudgeReply } from './large-json.ts'
import { normalizeTexts } from './normalize-texts.ts'

if (!parentPort) throw new Error('large-json-worker.ts is started by large-json.ts')
const port = parentPort
const ajv = openAjv({ coerceTypes: false })
const validators = new Map<string, ValidateFunction>()

const validatorOf = ({ name, schema }: JudgeRequest) => {
  const validator = validators.get(name) ?? ajv.compile(schema)
  validators.set(name, validator)
  return validator
}

const answer = (request: JudgeRequest): JudgeReply => {
  try {
    const value = normalizeTexts(parseJson(request.bytes), request.schema)
    const validate = validatorOf(request)
    return validate(value) ? { value: takeBody(value, request.schema) } : { fields: fieldsOf(validate.errors) }
  } catch (error) {
    if (error instanceof Refusal) return { unreadable: error.details }
    throw error
  }
}

/** Memory of bytes that is transferred to the other thread instead of a copy. */
const transfers = (value: unknown): ArrayBuffer[] => {
  if (value instanceof Uint8Array) return value.byteLength > 0 ? [value.buffer as ArrayBuffer] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(transfers) : []
}

port.on('message', (request: JudgeRequest) => {
  const reply = answer(request)
  port.postMessage(reply, transfers(reply.value))
})
