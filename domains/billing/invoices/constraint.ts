/**
 * The result of `work`; undefined if a constraint of the database refused it, after which the transaction can only end.
 */
export const undefinedOnConstraint = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (isConstraintViolation(error)) return undefined
    throw error
  }
}

// Class 23 of PostgreSQL's error codes: integrity constraint violations.
const isConstraintViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('23')
