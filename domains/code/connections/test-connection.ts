interface TestedConnection<Account> {
  readonly works: boolean
  readonly account: Account | null
  /** Why it does not work, in a sentence. */
  readonly problem: string | null
}

/**
 * Tests whether a connection answers the question for its account. Rejects with errors other than a `Failure` of it.
 */
export const testConnection = async <Account>(
  asked: Promise<Account>,
  Failure: abstract new (...args: never[]) => Error,
): Promise<TestedConnection<Account>> => {
  try {
    return { works: true, account: await asked, problem: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { works: false, account: null, problem: error.message }
  }
}
