import pg from 'pg'

// Tests that count on a quick machine fail on a busy one, once in a hundred runs. With `bin/test --delays` one
// transaction in ten begins late, so that they fail soon: the awaited effect comes later than the look.
const share = 0.1
const longestMs = 400
const isPatched = Symbol.for('atelier.delays')

type Connect = (this: pg.Pool, ...given: unknown[]) => unknown
const pools = pg.Pool.prototype as unknown as { connect: Connect; [isPatched]?: true }

/** Lets pools of this process hand out some of their connections late. */
const delayTransactions = () => {
  const { connect } = pools
  // The times of a test's own clock are not what is waited for here.
  const later = setTimeout
  pools[isPatched] = true
  pools.connect = function (...given) {
    // The pool itself asks with a callback for single statements.
    if (given.length > 0 || Math.random() > share) return connect.apply(this, given)
    return new Promise((resolve) => later(resolve, Math.random() * longestMs)).then(() => connect.apply(this, given))
  }
}

// A worker loads this once for all of its files, and vitest again for each.
if (process.env.ATELIER_TEST_DELAYS === '1' && !pools[isPatched]) delayTransactions()
