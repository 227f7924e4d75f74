import { isBytes, isEvents, type Operation } from '../../../platform/contract/operation.ts'
import { outgoing, type UntypedInput } from '../../../platform/client/index.ts'

/** A sentence and a command of curl by which a program sends or reads the bytes or the stream of an operation. */
export const transferText = (operation: Operation, { params, query }: UntypedInput, origin: string): string => {
  const { address, method } = outgoing(origin, operation, { params, query })
  const { body, replies } = operation
  const words = [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    ...(Object.values(replies).some(isStream) ? ['-N'] : []),
    '-H "x-api-key: $ATELIER_API_KEY"',
    ...sentBody(body),
    ...(Object.values(replies).some(isBytes) ? ['-o FILE'] : []),
    quoted(address.href),
  ]
  return [
    `${operation.id} takes or answers bytes or a stream, so it was not called. A program reads it at its address:`,
    `${method} ${address.href}`,
    words.join(' '),
  ].join('\n')
}

const isStream = (reply: object) => isEvents(reply) || 'dataEvents' in reply || 'relayed' in reply

const sentBody = (body: Operation['body']) => {
  if (body === undefined) return []
  if (isBytes(body)) return [`-H "content-type: ${body.bytes}"`, '--data-binary @FILE']
  return ['-H "content-type: application/json"', '--data @FILE']
}

/** A text in the form of a single word for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
