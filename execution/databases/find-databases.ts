import { access, constants, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The services on the machine that sandboxes can start, below `/usr`, which sandboxes see. */
export interface MachineServices {
  /** The folder with the programs of the newest PostgreSQL. */
  readonly postgres: string | undefined
  readonly hasRedis: boolean
}

const postgresFolder = '/usr/lib/postgresql'
const redisPrograms = ['/usr/bin/redis-server', '/usr/bin/redis-cli']

/** Looks for PostgreSQL where Debian's packages have it, by versions, and for Redis. */
export const findMachineServices = async (folder = postgresFolder, redis: readonly string[] = redisPrograms) => {
  const versions = (await readdir(folder).catch(() => [])).filter((name) => /^\d{1,3}$/.test(name))
  const programs = versions.sort((one, other) => Number(other) - Number(one)).map((name) => join(folder, name, 'bin'))
  const whole = await Promise.all(
    programs.map((bin) => areExecutable(['initdb', 'postgres', 'pg_isready', 'psql'].map((name) => join(bin, name)))),
  )
  return { postgres: programs.find((_, at) => whole[at]), hasRedis: await areExecutable(redis) }
}

const areExecutable = async (paths: readonly string[]): Promise<boolean> => {
  const found = await Promise.allSettled(paths.map((path) => access(path, constants.X_OK)))
  return found.every(({ status }) => status === 'fulfilled')
}
