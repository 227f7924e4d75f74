/** How tests are written in a language. All are sought in code whose comments and strings are blank. */
export interface Dialect {
  /** The beginning of a test: `it('adds', …)`, `func TestAdd(`, `@Test`. */
  readonly tests: RegExp
  /** The name of a test, sought in the text from its beginning. */
  readonly title: RegExp
  /** `expect(`, `assert_eq!`, `t.Errorf(`. */
  readonly assertions: RegExp
  /** Assertions that hold for every product: `expect(true).toBe(true)`. */
  readonly vacuous: RegExp
  /** `it.skip(`, `@Disabled`, `#[ignore]`. */
  readonly skips: RegExp
  /** Skips that depend on a platform or a missing tool: `test.skipIf(`, `@DisabledOnOs`. */
  readonly conditionalSkips?: RegExp
  /** Marks that shut out all other tests: `it.only(`, `focus: true`. */
  readonly onlys?: RegExp
  /** Calls that end the runner, or a test before it has begun: `process.exit(`, `test('adds', () => { return`. */
  readonly exits: RegExp
  /** Code that ignores a failure: `catch (error) {}`, `except: pass`. */
  readonly swallows: RegExp
}

/** One expression for several, on every line of a text. */
export const any = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'gm')

export const emptyCatch = /\bcatch\s*(?:\([^)\n]{0,120}\)\s*)?\{\s*\}/
