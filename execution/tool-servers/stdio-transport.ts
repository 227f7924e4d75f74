import { PassThrough } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Outcome, Sandbox } from '../sandbox/index.ts'
import { lineMender } from './mended-messages.ts'
import type { Sdk } from './sdk.ts'

const messageMostBytes = 4 * 2 ** 20
const lastWordsMost = 2_000

export interface StdioCommand {
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** How long the program may live. */
  readonly wallMs: number
  /** The limit of its output in its life. */
  readonly outputBytes: number
}

interface StdioTransport extends Transport {
  /** How the program ended and the end of its standard error, as a sentence; undefined while it runs. */
  ending(): string | undefined
}

/** A sandbox program as a tool server, by lines of JSON. Source: Model Context Protocol 2025-11-25, stdio. */
export const stdioTransport = (
  { ReadBuffer, serializeMessage }: Pick<Sdk, 'ReadBuffer' | 'serializeMessage'>,
  sandbox: Sandbox,
  { argv, environment, wallMs, outputBytes }: StdioCommand,
): StdioTransport => {
  const input = new PassThrough()
  const ending = new AbortController()
  const read = new ReadBuffer({ maxBufferSize: messageMostBytes })
  let lastWords = Buffer.alloc(0)
  let ended: Promise<void> | undefined
  let end: string | undefined

  const lines = lineMender('', messageMostBytes)
  const take = (chunk: Buffer) => {
    try {
      read.append(Buffer.from(lines.push(chunk)))
      for (let message = read.readMessage(); message !== null; message = read.readMessage())
        transport.onmessage?.(message)
    } catch (error) {
      transport.onerror?.(error as Error)
      ending.abort()
    }
  }
  const run = async () => {
    const outcome = await sandbox
      .run({
        argv,
        environment,
        wallMs,
        outputBytes,
        stdin: input,
        signal: ending.signal,
        onOutput: (stream, chunk) => {
          if (stream === 'stdout') take(chunk)
          else lastWords = Buffer.concat([lastWords, chunk]).subarray(-lastWordsMost)
        },
      })
      .catch((error: Error) => error)
    end = outcome instanceof Error ? outcome.message : sentenceOf(outcome, lastWords.toString().trim())
    transport.onclose?.()
  }
  const transport: StdioTransport = {
    ending: () => end,
    start: () => {
      ended = run()
      return Promise.resolve()
    },
    send: (message: JSONRPCMessage) =>
      end === undefined
        ? new Promise((resolve, reject) => {
            input.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()))
          })
        : Promise.reject(new Error(end)),
    close: async () => {
      input.end()
      ending.abort()
      await ended
    },
  }
  return transport
}

const sentenceOf = ({ exitCode, signal, stoppedBy }: Outcome, words: string) => {
  const how = stoppedBy
    ? `was stopped (${stoppedBy})`
    : exitCode === 127
      ? 'was not found, or a program that it needs'
      : `ended with ${exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`}`
  return `The program ${how}.${words === '' ? '' : ` It said: ${words}`}`
}
