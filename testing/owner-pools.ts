import pg from 'pg'

const pools = new Map<string, pg.Pool>()

/** Connections of the owner of a database, kept for all files of this process: each costs the server several milliseconds. */
export const poolOf = (url: string): pg.Pool => {
  const pool = pools.get(url) ?? openPool(url)
  pools.set(url, pool)
  return pool
}

// It is not closed: its connections end with their database, or with this process, which they do not hold up.
const openPool = (connectionString: string) => {
  // A named statement is planned once for all values: a look at all tables takes longer to plan than to carry out.
  const options = '-c plan_cache_mode=force_generic_plan'
  const pool = new pg.Pool({ connectionString, max: 6, allowExitOnIdle: true, options })
  pool.on('error', () => undefined)
  return pool
}
