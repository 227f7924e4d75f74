type CodeHostReason =
  | 'unreachable'
  | 'token'
  | 'absent'
  | 'refused'
  | 'not_empty'
  | 'diverged'
  | 'no_branch'
  /** The repository has another name there. */
  | 'moved'
  /** The host asks to wait. */
  | 'limited'

/** A code host did not carry out a request. The message is a sentence for people and holds no token. */
export class CodeHostFailure extends Error {
  readonly reason: CodeHostReason
  /** How long the host asks to wait. */
  readonly waitMs: number | undefined

  constructor(reason: CodeHostReason, message: string, cause?: unknown, waitMs?: number) {
    super(message, { cause })
    this.name = 'CodeHostFailure'
    this.reason = reason
    this.waitMs = waitMs
  }
}
