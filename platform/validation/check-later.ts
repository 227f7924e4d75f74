import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { openAjv } from './ajv.ts'

/** A compiled check of values that come from outside of HTTP. */
export interface LaterCheck<S extends TSchema> {
  Check(value: unknown): value is Static<S>
  /** The faults: the first one, and if no form of a union fits, the first of each form. */
  Errors(value: unknown): readonly Fault[]
}

type Fault = Pick<ErrorObject, 'keyword' | 'instancePath'> & { readonly message: string }

// One fault is enough: a body from a sandbox may have a hundred thousand.
const ajv = openAjv({ allErrors: false })

/** Compiles a schema at its first use, so that a start does not pay for schemas that it needs later. */
export const checkLater = <S extends TSchema>(schema: S): LaterCheck<S> => {
  let compiled: ValidateFunction | undefined
  const validate = (value: unknown) => (compiled ??= ajv.compile(schema))(value)
  return {
    Check: (value): value is Static<S> => validate(value),
    Errors: (value) =>
      validate(value)
        ? []
        : (compiled?.errors ?? []).map(({ keyword, instancePath, message = 'is not valid' }) => ({
            keyword,
            instancePath,
            message,
          })),
  }
}
