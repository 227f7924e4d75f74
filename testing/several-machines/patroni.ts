import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accountFor } from '../../platform/db/embedded-account.ts'
import { freePort } from '../network/free-port.ts'
import { end, killAll } from './soak-database.ts'

const postgresPrograms = '/usr/lib/postgresql/15/bin'
const host = '127.0.0.1'
const path = (name: string) =>
  spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`])
    .stdout.toString()
    .trim()

/** The missing parts of a cluster, which Debian has as packages; undefined if all are here. */
export const patroniObstacle = (): string | undefined => {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => path(name) === '')
  if (!existsSync(postgresPrograms)) missing.push('PostgreSQL 15')
  return missing.length === 0 ? undefined : `${missing.join(', ')} not installed`
}

/** Two PostgreSQL that Patroni and etcd keep, at the address of HAProxy, which leads to the primary. */
export interface PatroniCluster {
  readonly url: string
  /** Ends Patroni and PostgreSQL of the primary at once, and starts both again once the standby took over. */
  failOver(): Promise<void>
  /** Freezes Patroni of the primary beside a running PostgreSQL, until ten seconds after the standby took over. */
  freeze(): Promise<void>
  stop(): Promise<void>
}

interface Member {
  readonly name: string
  readonly port: number
  readonly rest: number
  readonly files: string
  patroni: ChildProcess
}

// Seconds. A shorter `ttl` is not allowed.
const limits = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

const settingsOf = ({ name, port, rest, files }: Omit<Member, 'patroni'>, etcd: string) => ({
  scope: 'atelier',
  name,
  restapi: { listen: `${host}:${rest}`, connect_address: `${host}:${rest}` },
  etcd3: { url: etcd },
  bootstrap: {
    dcs: { ...limits, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
  },
  postgresql: {
    listen: `${host}:${port}`,
    connect_address: `${host}:${port}`,
    data_dir: files,
    bin_dir: postgresPrograms,
    pgpass: `${files}.pgpass`,
    pg_hba: [`host all all ${host}/32 trust`, `host replication all ${host}/32 trust`],
    authentication: { superuser: { username: 'atelier' }, replication: { username: 'replicator' } },
    parameters: { max_connections: 200, jit: 'off', fsync: 'off', unix_socket_directories: '' },
  },
})

const wordsOfEtcd = (folder: string, { client, peer }: { readonly client: string; readonly peer: string }) =>
  Object.entries({
    'data-dir': folder,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }).flatMap(([name, value]) => [`--${name}`, value])

const proxySettings = (port: number, members: readonly Member[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind ${host}:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port: own, rest }) => `  server ${name} ${host}:${own} check port ${rest}`).join('\n')}
`

export const startPatroni = async (folder: string, log: (line: object) => void): Promise<PatroniCluster> => {
  const account = await accountFor(folder, postgresPrograms)
  const own = async (file: string) => account.owner && chown(file, account.owner.uid, account.owner.gid)
  await own(folder)
  const start = (name: string, ...words: string[]) => {
    const { file, args } = account.command(path(name), words)
    return spawn(file, args, { stdio: 'ignore', cwd: folder })
  }
  const etcd = { client: `http://${host}:${await freePort()}`, peer: `http://${host}:${await freePort()}` }
  const store = start('etcd', ...wordsOfEtcd(join(folder, 'etcd'), etcd))
  const members: Member[] = []
  const startMember = (name: string) => start('patroni', join(folder, `${name}.yml`))
  const is = async (state: 'primary' | 'sync', { rest }: Member) =>
    (await fetch(`http://${host}:${rest}/${state}`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined))?.ok
  const primaryBeside = async (other?: Member): Promise<Member> => {
    for (;;) {
      for (const member of members) if (member !== other && (await is('primary', member))) return member
      await pause(100)
    }
  }
  const untilTakenOver = async (primary: Member) => {
    const since = performance.now()
    await primaryBeside(primary)
    log({ primary: primary.name, replacedAfterMs: Math.round(performance.now() - since) })
  }
  // Only a synchronous standby may take over.
  const untilWhole = async () => {
    for (;;) {
      const primary = await primaryBeside()
      if (
        await is(
          'sync',
          members.find((member) => member !== primary)!,
        )
      )
        return
      await pause(200)
    }
  }
  for (const name of ['one', 'two']) {
    const place = { name, port: await freePort(), rest: await freePort(), files: join(folder, name) }
    // JSON is YAML.
    await writeFile(`${place.files}.yml`, JSON.stringify(settingsOf(place, etcd.client)))
    members.push({ ...place, patroni: startMember(name) })
    await primaryBeside()
  }
  await untilWhole()
  const port = await freePort()
  await writeFile(join(folder, 'haproxy.cfg'), proxySettings(port, members))
  const proxy = start('haproxy', '-db', '-f', 'haproxy.cfg')
  const kill = async ({ patroni, files }: Member) => {
    // It would start PostgreSQL again.
    await end(patroni, 'SIGKILL')
    const record = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => undefined)
    if (record !== undefined) await killAll(Number(record.split('\n')[0]))
  }
  return {
    url: `postgres://atelier@${host}:${port}/postgres`,
    failOver: async () => {
      const primary = await primaryBeside()
      await kill(primary)
      await untilTakenOver(primary)
      primary.patroni = startMember(primary.name)
      await untilWhole()
    },
    freeze: async () => {
      const primary = await primaryBeside()
      primary.patroni.kill('SIGSTOP')
      await untilTakenOver(primary)
      // Patroni 3.0 that continues in the second of the promotion takes the lead back, and its standby never joins again.
      await pause(10_000)
      primary.patroni.kill('SIGCONT')
      await untilWhole()
    },
    stop: async () => {
      for (const member of members) await kill(member)
      for (const child of [proxy, store]) await end(child, 'SIGKILL')
    },
  }
}
