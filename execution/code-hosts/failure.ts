type CodeHostReason = 'unreachable' | 'token' | 'absent' | 'refused' | 'not_empty' | 'diverged' | 'no_branch'

/** A code host did not do what was asked. The message is a sentence for people and holds no token. */
export class CodeHostFailure extends Error {
  readonly reason: CodeHostReason

  constructor(reason: CodeHostReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CodeHostFailure'
    this.reason = reason
  }
}
