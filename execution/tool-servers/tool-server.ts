import type { LeftOutTool } from './fitting-answers.ts'

/** A tool as its server describes it. `schema` is a JSON schema of an object. The server's words are material. */
export interface ServerTool {
  readonly name: string
  readonly description: string
  readonly schema: object
}

/** A tool's answer, as a text for a model; `ok` is false if the tool reports a failure. */
export interface ToolAnswer {
  readonly ok: boolean
  readonly text: string
}

/**
 * A connected tool server. Source: Model Context Protocol, revisions 2024-11-05 to 2025-11-25. `call` rejects with a
 * ToolServerError if the server answers an error, ends or takes longer than `withinMs`, and with the signal's reason if
 * it is aborted. `close` ends the connection and may be called twice.
 */
export interface ToolServer {
  readonly tools: readonly ServerTool[]
  /** Tools of its list that cannot be offered. */
  readonly leftOut: readonly LeftOutTool[]
  call(tool: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolAnswer>
  close(): Promise<void>
}

export interface CallOptions {
  readonly withinMs: number
  readonly signal: AbortSignal
}

/** The fault of a tool server, as a sentence for people and models. The words of the server may be in it. */
export class ToolServerError extends Error {
  override readonly name = 'ToolServerError'
}
