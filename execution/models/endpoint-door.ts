import { ModelFailure } from './failure.ts'
import { answerMostBytes, type EndpointDoor, type EndpointRequest } from './provider.ts'

const lineMostBytes = 4 * 2 ** 20
const linesMostBytes = 512 * 2 ** 20

type Ask = (request: EndpointRequest, signal: AbortSignal, sizeMostBytes: number) => AsyncIterable<Buffer>

/** Answers of an endpoint as text and as lines, with each copy of the key masked. */
export const endpointDoor = (apiKey: string | undefined, ask: Ask): EndpointDoor => ({
  text: async (request, signal, mostBytes = answerMostBytes) => {
    const chunks = await Array.fromAsync(ask(request, signal, mostBytes))
    return maskKey(apiKey, Buffer.concat(chunks).toString('utf8'))
  },
  bytes: (request, signal, mostBytes) => ask(request, signal, mostBytes),
  async *lines(request, signal) {
    for await (const line of linesOf(ask(request, signal, linesMostBytes))) yield maskKey(apiKey, line)
  },
})

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, end))
      yield Buffer.concat(rest).toString('utf8')
      rest = []
      restBytes = 0
      from = end + 1
    }
    const left = chunk.subarray(from)
    restBytes += left.length
    if (restBytes > lineMostBytes) {
      const sentence = 'The model endpoint answered a line that is longer than one result may be.'
      throw new ModelFailure(sentence, { status: 502, code: 'provider_too_large', billed: 'perhaps' })
    }
    if (left.length > 0) rest.push(left)
  }
  if (restBytes > 0) yield Buffer.concat(rest).toString('utf8')
}

// Shorter keys are no secrets, but words such as `ollama` for endpoints without keys.
const secretFromChars = 16

/**
 * A text of the endpoint without the key from the request: an endpoint that repeats its requests would hand the key to
 * the sandbox. It is found as it is, escaped as in JSON, and encoded as in a URL. `always` masks short keys too, in
 * texts that hold no content of an answer.
 */
export const maskKey = (apiKey: string | undefined, text: string, { always = false } = {}): string => {
  if (!apiKey || (!always && apiKey.length < secretFromChars)) return text
  const inJson = JSON.stringify(apiKey).slice(1, -1)
  const inUrl = encodeURIComponent(apiKey.toWellFormed())
  return text.replaceAll(apiKey, '…').replaceAll(inJson, '…').replaceAll(inUrl, '…')
}
