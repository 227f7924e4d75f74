import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refuseFields } from '../../refusal/refusal.ts'
import type { Operation } from '../../contract/operation.ts'

const tagBytes = 6

/** A cursor for a `Link` header, bound to the list, its path and its filters. It keeps nothing secret. */
export const sealCursor = (operation: Operation, request: FastifyRequest, cursor: string): string =>
  isList(operation)
    ? Buffer.concat([tagOf(operation, request, cursor), Buffer.from(cursor)]).toString('base64url')
    : cursor

/** Replaces the sent cursor by the list's own cursor; ends the request with 400 for another list's cursor. */
export const openCursor = (operation: Operation, request: FastifyRequest): void => {
  const query = request.query as { cursor?: string }
  if (query.cursor === undefined || !isList(operation) || request.isCursorOpen) return
  const bytes = Buffer.from(query.cursor, 'base64url')
  const cursor = bytes.subarray(tagBytes).toString()
  if (!bytes.subarray(0, tagBytes).equals(tagOf(operation, request, cursor))) {
    refuseFields([{ path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }])
  }
  query.cursor = cursor
  request.isCursorOpen = true
}

/** Lists are bare arrays with a `Link` header; other pages keep their cursors in their bodies. */
const isList = ({ method, replies }: Operation) => {
  const reply = replies[200]
  return method === 'GET' && reply !== undefined && 'type' in reply && reply.type === 'array'
}

const tagOf = ({ id }: Operation, { params, query }: FastifyRequest, cursor: string): Buffer => {
  const { cursor: _cursor, limit: _limit, ...filters } = query as Readonly<Record<string, unknown>>
  const fields = Object.entries({ ...(params as object), ...filters }).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([id, fields.sort(([one], [other]) => (one < other ? -1 : 1)), cursor])
  return createHash('sha256').update(text).digest().subarray(0, tagBytes)
}
