import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** A host of its own in the network of a soak. */
export interface NetworkHost {
  readonly address: string
  /** The words before a command that let it run there. */
  readonly within: readonly string[]
}

export interface SoakNetwork {
  readonly hosts: Readonly<Record<string, NetworkHost>>
  /** Takes the cable of a host out: packets are lost, and no connection is closed. */
  cut(name: string): void
  mend(name: string): void
  close(): Promise<void>
}

const ip = (...words: string[]) => void execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Why no network of namespaces can be made here; undefined if it can. */
export const networkObstacle = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'Namespaces of the network need root.'
  const name = `at-try-${process.pid}`
  const made = spawnSync('ip', ['netns', 'add', name])
  if (made.status !== 0) return 'Namespaces of the network cannot be made here: they need iproute2 and CAP_SYS_ADMIN.'
  const linked = spawnSync('ip', ['-n', name, 'link', 'add', 'bridge', 'type', 'bridge'])
  spawnSync('ip', ['netns', 'del', name])
  return linked.status === 0 ? undefined : 'The kernel has no bridges.'
}

// Ends the processes of the namespaces and the namespaces, when its input ends, which comes with the end of the test.
const reaper = `
cat
for name in "$@"; do
  ip netns pids "$name" 2>/dev/null | xargs -r kill -9
  ip netns del "$name" 2>/dev/null
done`

/**
 * A namespace for each name, joined by a bridge that is in the one named `centre`, and the namespace of this process.
 * The names have at most eight letters.
 */
export const openNetwork = async (names: readonly string[]): Promise<SoakNetwork> => {
  const tag = process.pid % 10_000
  const subnet = `10.${200 + (tag % 50)}.${Math.floor(tag / 50)}`
  const nameOf = (name: string) => `at${tag}-${name}`
  const addressOf = (at: number) => `${subnet}.${at + 2}`
  const reap = spawn('sh', ['-c', reaper, 'reaper', ...names.map(nameOf)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  reap.unref()
  const centre = nameOf('centre')
  for (const name of names) {
    ip('netns', 'add', nameOf(name))
    ip('-n', nameOf(name), 'link', 'set', 'lo', 'up')
  }
  ip('-n', centre, 'link', 'add', 'bridge', 'type', 'bridge')
  ip('-n', centre, 'addr', 'add', `${addressOf(names.indexOf('centre'))}/24`, 'dev', 'bridge')
  ip('-n', centre, 'link', 'set', 'bridge', 'up')
  const join = (name: string, device: string, namespace: string, words: readonly string[], address: string) => {
    ip('-n', centre, 'link', 'add', 'name', name, 'type', 'veth', 'peer', 'name', device, 'netns', namespace)
    ip('-n', centre, 'link', 'set', 'dev', name, 'master', 'bridge')
    ip('-n', centre, 'link', 'set', 'dev', name, 'up')
    ip(...words, 'addr', 'add', `${address}/24`, 'dev', device)
    ip(...words, 'link', 'set', device, 'up')
  }
  join('test', `at${tag}`, String(process.pid), [], `${subnet}.1`)
  for (const [at, name] of names.entries())
    if (name !== 'centre') join(name, 'eth0', nameOf(name), ['-n', nameOf(name)], addressOf(at))
  const hosts = names.map((name, at) => {
    const host = { address: addressOf(at), within: ['nsenter', `--net=/run/netns/${nameOf(name)}`] }
    return [name, host] as const
  })
  return {
    hosts: Object.fromEntries(hosts),
    cut: (name) => ip('-n', centre, 'link', 'set', 'dev', name, 'down'),
    mend: (name) => ip('-n', centre, 'link', 'set', 'dev', name, 'up'),
    close: async () => {
      reap.ref()
      const ended = once(reap, 'exit')
      reap.stdin.end()
      await ended
    },
  }
}
