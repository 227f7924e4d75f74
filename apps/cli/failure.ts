/** How a command ends, for scripts. Documented in docs/cli.md. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  conflict: 4,
  absent: 5,
  waiting: 6,
  unverified: 7,
  unsynced: 8,
  interrupted: 130,
} as const

export type FailureKind = Exclude<keyof typeof exitCodes, 'done'>

interface FailureText {
  /** For scripts: stable, in snake_case. */
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** Ends a command. The message is for people: the event, its subject, and the next step. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(kind: FailureKind, message: string, { code, details = {} }: FailureText, cause?: unknown) {
    super(message, { cause })
    this.name = 'Failure'
    this.kind = kind
    this.code = code
    this.details = details
  }
}

export const failed = (code: string, message: string, details?: FailureText['details']) =>
  new Failure('failed', message, { code, details })
export const usage = (message: string, code = 'usage') => new Failure('usage', message, { code })
export const conflict = (code: string, message: string) => new Failure('conflict', message, { code })
export const absent = (code: string, message: string) => new Failure('absent', message, { code })
/** Nothing went wrong; a person has to decide first. */
export const waiting = (code: string, message: string) => new Failure('waiting', message, { code })
/** The change is checked or unverified, so that a person decides, or the project refuses it. */
export const unverified = (code: string, message: string, details?: FailureText['details']) =>
  new Failure('unverified', message, { code, details })
/** This checkout and the project do not go together as they are, and nothing was changed: a person brings them together. */
export const unsynced = (code: string, message: string, details?: FailureText['details']) =>
  new Failure('unsynced', message, { code, details })
export const unreachable = (code: string, message: string, cause?: unknown) =>
  new Failure('unreachable', message, { code }, cause)

/** Returns a handler of rejected calls: undefined for an expected failure; every other error is thrown again. */
export const undefinedIf =
  (isExpected: (failure: Failure) => boolean) =>
  (error: unknown): undefined => {
    if (error instanceof Failure && isExpected(error)) return undefined
    throw error
  }

/** The person pressed Ctrl-C; the message names the work that continues. */
export class Interrupted extends Failure {
  constructor(goesOn: string) {
    super('interrupted', goesOn, { code: 'interrupted' })
    this.name = 'Interrupted'
  }
}

/** A command that was run for the person ended with another code than 0, and has reported the reason itself. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded'
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`The command ended with ${exitCode}.`)
    this.exitCode = exitCode
  }
}
