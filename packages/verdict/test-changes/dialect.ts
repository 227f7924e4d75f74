/** How tests are written in a language. All are sought in code whose comments and strings are blank. */
export interface Dialect {
  readonly tests: RegExp
  /** The name of a test, sought in the text from its beginning. */
  readonly title: RegExp
  readonly assertions: RegExp
  /** Assertions that hold for every product. */
  readonly vacuous: RegExp
  readonly skips: RegExp
  /** Skips that depend on something: a platform, a missing tool. */
  readonly conditionalSkips?: RegExp
  readonly onlys?: RegExp
  /** Calls that end the runner, or a test before it has begun. */
  readonly exits: RegExp
  readonly swallows: RegExp
}

/** One expression for several, on every line of a text. */
export const any = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'gm')

export const emptyCatch = /\bcatch\s*(?:\([^)\n]{0,120}\)\s*)?\{\s*\}/
