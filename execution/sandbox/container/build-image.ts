import type Docker from 'dockerode'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { imageFolders, type ImageBuild, type ImageProgram, type SandboxDriver } from '../sandbox.ts'
import { nextContainer, removeContainer, type Engine } from './engine.ts'
import { foreignJson } from '../../../packages/foreign-json/index.ts'
import { readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

const looksMax = 50
const lookAgainMs = 50

/** Ends the processes in a control group and removes it: Podman's build steps continue when their caller has left. */
const endSteps = async (name: string): Promise<void> => {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const members = membersOf(name)
    if (members.length === 0) break
    for (const pid of members) killQuietly(pid)
    await delay(lookAgainMs)
  }
  removeGroups(name)
}

const membersOf = (name: string) =>
  readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) && isIn(pid, name) ? [Number(pid)] : []))

const isIn = (pid: string, name: string) => {
  try {
    const groups = readFileSync(`/proc/${pid}/cgroup`, 'latin1').split('\n')
    return groups.some((line) => line.split('/').includes(name))
  } catch {
    return false
  }
}

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already, or not ours to end.
  }
}

const cgroups = '/sys/fs/cgroup'

/** Version 1 has a group in the folder of each controller. */
const removeGroups = (name: string) => {
  for (const folder of ['', ...readdirSync(cgroups)]) {
    try {
      rmdirSync(join(cgroups, folder, name))
    } catch {
      // Not there, or not ours to remove.
    }
  }
}

/** Builds an image by the engine, takes its files out in a sandbox, and leaves no image behind. */
export const buildImage = async (engine: Engine, driver: SandboxDriver, build: ImageBuild) => {
  const { name, labels } = nextContainer()
  const tag = `${name}:latest`
  const image = engine.docker.getImage(tag)
  const time = AbortSignal.timeout(build.limits.wallMs)
  const layers = new Set<string>()
  try {
    const signal = AbortSignal.any([build.signal, time])
    const failed = await runBuild(engine, build, { tag, name, labels, layers, signal })
    if (failed !== undefined) return { failed }
    const { Config } = await image.inspect()
    const program = programOf(Config)
    if (!program) return { failed: 'The image names no program: it has neither CMD nor ENTRYPOINT.' }
    const unpacked = await unpack(engine, driver, build, { tag, name, labels })
    return unpacked === undefined ? program : { failed: unpacked }
  } catch (error) {
    build.signal.throwIfAborted()
    if (time.aborted) return { failed: `The image was not built within ${build.limits.wallMs / 1000} s.` }
    throw error
  } finally {
    if (engine.isPodman) await endSteps(name)
    await image.remove({ force: true }).catch(() => undefined)
    await removeLayers(engine, layers)
  }
}

interface ImageNames {
  readonly tag: string
  readonly name: string
  readonly labels: Record<string, string>
}

/** Podman treats `none` as the host's network, and needs a namespace. Without layers a failed build leaves nothing. */
const podmanOptions = {
  networkmode: 'NetworkDisabled',
  nsoptions: JSON.stringify([{ Name: 'network', Host: false, Path: '' }]),
  layers: 'false',
}

/** Has the engine build an image. `layers` receives the intermediate images that it reports. */
const runBuild = async (
  { docker, isPodman }: Engine,
  { tree, dockerfile, limits, onOutput }: ImageBuild,
  { tag, name, labels, layers, signal }: ImageNames & { readonly layers: Set<string>; readonly signal: AbortSignal },
): Promise<string | undefined> => {
  const tar = spawn('tar', ['--create', '--exclude=./.git', '--directory', tree, '.'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    signal,
  })
  // An abort is an error here too, and ends the build itself.
  tar.on('error', () => {})
  const options = {
    t: tag,
    dockerfile,
    labels,
    ...(isPodman ? { ...podmanOptions, cgroupparent: `/${name}` } : { networkmode: 'none' }),
    memory: limits.memoryBytes,
    memswap: limits.memoryBytes,
    rm: true,
    forcerm: true,
    abortSignal: signal,
  }
  const answer = await docker.buildImage(tar.stdout, options).catch((error: unknown) => {
    tar.kill()
    return refusalOf(error)
  })
  if (typeof answer === 'string') return buildFault(answer)
  const stop = () => (answer as Readable).destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const line of createInterface({ input: answer, signal })) {
      if (line.trim() === '') continue
      const { stream, error } = foreignJson(line) as { readonly stream?: string; readonly error?: string }
      if (stream !== undefined) onOutput(Buffer.from(stream))
      const [, layer] = /^ ---> ([0-9a-f]{12,64})\n$/.exec(stream ?? '') ?? []
      if (layer !== undefined && layers.size < layersMost) layers.add(layer)
      if (error !== undefined) return buildFault(error)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    tar.kill()
  }
  signal.throwIfAborted()
  return undefined
}

const buildFault = (reason: string) => `The image could not be built: ${reason.trim().slice(0, 1000)}`

/** Docker answers 400 to a Dockerfile that it cannot read, when podman's build reports it. */
const refusalOf = (error: unknown): string => {
  const { statusCode, message } = error as Error & { readonly statusCode?: number }
  if (statusCode !== 400) throw error
  return message.replace(/^\(HTTP code 400\) unexpected - /, '')
}

const layersMost = 1_000
const removalsMax = 20
const removeAgainMs = 100

/**
 * Removes the images that Docker keeps from build steps to speed up later builds: also from a failed build, and from
 * earlier stages. A step can print the name of any image; one with a name, or without a parent, was made by no step.
 */
const removeLayers = async ({ docker, isPodman }: Engine, layers: ReadonlySet<string>): Promise<void> => {
  if (isPodman) return
  for (const id of [...layers].toReversed()) {
    const image = docker.getImage(id)
    for (let attempt = 1; attempt <= removalsMax; attempt += 1) {
      const found = await image.inspect().catch(() => undefined)
      if (!found || !isLayer(found)) break
      const fault = await image.remove().then(
        () => undefined,
        (error: { statusCode?: number }) => error,
      )
      // The container of a step that was stopped is still being removed.
      if (fault?.statusCode !== 409) break
      await delay(removeAgainMs)
    }
  }
}

const isLayer = ({ Parent, RepoTags, RepoDigests }: Docker.ImageInspectInfo) => {
  const names: readonly (readonly string[] | null)[] = [RepoTags, RepoDigests]
  return Parent !== '' && names.every((each) => (each?.length ?? 0) === 0)
}

/** The program of an image; undefined if it names none. Its user is not taken: programs of a sandbox have its own. */
export const programOf = (
  config: Partial<Pick<Docker.ImageInspectInfo['Config'], 'Env' | 'WorkingDir'>> & {
    readonly Cmd?: string[] | string | null
    readonly Entrypoint?: string[] | string | null
    readonly ExposedPorts?: Readonly<Record<string, unknown>> | null
  },
): ImageProgram | undefined => {
  const argv = [config.Entrypoint ?? [], config.Cmd ?? []].flat()
  if (argv.length === 0 || !argv[0]) return undefined
  const ports = Object.keys(config.ExposedPorts ?? {}).flatMap((port) => /^(\d+)(?:\/tcp)?$/.exec(port)?.[1] ?? [])
  const environment = Object.fromEntries(
    (config.Env ?? []).flatMap((pair) => {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(pair) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    argv,
    cwd: config.WorkingDir === undefined || config.WorkingDir === '' ? '/' : config.WorkingDir,
    environment,
    port: ports.map(Number).find((port) => port > 0 && port < 65_536),
  }
}

// Devices cannot be made in a sandbox. Mount points are recreated, since one may be a link.
const unpackScript = `tar --extract --no-same-owner --no-same-permissions --exclude=dev --exclude=./dev || exit
  chmod -R u+rwX . && rm -rf ${imageFolders.join(' ')} && mkdir ${imageFolders.join(' ')} || exit
  [ -s etc/hosts ] || { mkdir -p etc; printf '127.0.0.1 localhost\\n::1 localhost\\n' >etc/hosts; } 2>/dev/null; true`

const unpack = async (
  { docker }: Engine,
  driver: SandboxDriver,
  { into, limits, signal }: ImageBuild,
  { tag, name, labels }: ImageNames,
): Promise<string | undefined> => {
  const container = docker.getContainer(name)
  const sandbox = await driver.open({ id: 'image', worktree: { from: into, writable: true }, limits })
  try {
    await docker.createContainer({ Image: tag, name, Labels: labels, Cmd: ['-'], NetworkDisabled: true })
    const files = (await container.export()) as Readable
    const outcome = await sandbox.run({ argv: ['sh', '-c', unpackScript], stdin: files, signal })
    files.destroy()
    signal.throwIfAborted()
    if (outcome.stoppedBy === 'disk') return 'The files of the image are larger than a build may be.'
    return outcome.exitCode === 0 ? undefined : 'The files of the image could not be taken out.'
  } finally {
    await sandbox.close()
    await removeContainer(container)
  }
}
