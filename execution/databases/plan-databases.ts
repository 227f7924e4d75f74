import type { MachineServices } from './find-databases.ts'
import type { Services } from './with-databases.ts'

/** A service that a sandbox can start, by its name in `serviceImages`. */
type OfferedService = 'PostgreSQL' | 'Redis'

interface DatabaseNeeds {
  /** The services that the files of a repository name. */
  readonly services: readonly string[]
  /** Users and databases of PostgreSQL that they name; others are left out. */
  readonly databases: readonly string[]
}

const databaseName = /^[a-z_][a-z0-9_]{0,62}$/
const databasesMost = 8

/** The services of the machine that a repository needs. */
export const offeredOf = (services: readonly string[], machine: MachineServices): readonly OfferedService[] => [
  ...(services.includes('PostgreSQL') && machine.postgres !== undefined ? (['PostgreSQL'] as const) : []),
  ...(services.includes('Redis') && machine.hasRedis ? (['Redis'] as const) : []),
]

/** How sandboxes start the services of the machine that a repository needs. */
export const planServices = ({ services, databases }: DatabaseNeeds, machine: MachineServices): Services => {
  const offered = offeredOf(services, machine)
  const names = [...new Set(databases)].filter((name) => databaseName.test(name) && name !== 'postgres')
  const databaseNames = names.slice(0, databasesMost)
  const hasPostgres = offered.includes('PostgreSQL')
  const hasRedis = offered.includes('Redis')
  return {
    words: [
      ...(hasPostgres ? [`postgres:${machine.postgres}:${databaseNames.join(',')}`] : []),
      ...(hasRedis ? ['redis'] : []),
    ],
    environment: {
      ...(hasPostgres && postgresVariables(databaseNames[0] ?? 'postgres')),
      ...(hasRedis && redisVariables),
    },
  }
}

const redisVariables = { REDIS_URL: 'redis://127.0.0.1:6379', REDIS_HOST: '127.0.0.1', REDIS_PORT: '6379' }

// Any password is right: the service ends with its command and listens on the loopback of its sandbox only.
const postgresVariables = (name: string) => ({
  PGHOST: '127.0.0.1',
  PGPORT: '5432',
  PGUSER: name,
  PGPASSWORD: 'postgres',
  PGDATABASE: name,
  DATABASE_URL: `postgres://${name}:postgres@127.0.0.1:5432/${name}`,
})
