import { createRequire } from 'node:module'
import type { Static, TSchema } from 'typebox'
import type { Compile, Validator } from 'typebox/compile'

const require = createRequire(import.meta.url)

const compile = () => (require('typebox/compile') as { readonly Compile: typeof Compile }).Compile

/** A compiled check of values that come from outside of HTTP. */
export interface LaterCheck<S extends TSchema> {
  Check(value: unknown): value is Static<S>
  Errors(value: unknown): ReturnType<Validator['Errors']>
}

/**
 * Compiles a schema with its first use, and loads the compiler with the first of all: its three hundred files would
 * take a tenth of a start that needs none of them.
 */
export const checkLater = <S extends TSchema>(schema: S): LaterCheck<S> => {
  let made: Validator | undefined
  const validator = () => (made ??= compile()(schema))
  return {
    Check: (value): value is Static<S> => validator().Check(value),
    Errors: (value) => validator().Errors(value),
  }
}
