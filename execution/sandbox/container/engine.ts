import type Docker from 'dockerode'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { pack } from 'tar-stream'
import { ownerIsGone, ownerMark } from '../owner-mark.ts'

/** A container engine on this machine, by the Docker Engine API over its Unix socket. */
export interface Engine {
  readonly docker: Docker
  /** Such as `Podman Engine 4.3.1`. */
  readonly title: string
  readonly isPodman: boolean
  readonly cgroupVersion: 1 | 2
  /** An engine without root maps its own user to the number 0 inside. */
  readonly isRootless: boolean
  readonly hasAppArmor: boolean
}

const ownerLabel = 'atelier.owner'

/** Rejects with a sentence if no engine answers, or an engine that cannot bound a container. */
export const openEngine = async (socketPath: string): Promise<Engine> => {
  const { default: Client } = await import('dockerode')
  // Without a host of its own it would take the host in DOCKER_HOST.
  const docker = new Client({ socketPath, host: undefined })
  const [version, info] = await Promise.all([
    docker.version() as Promise<{
      readonly Version: string
      readonly Components?: readonly { readonly Name: string }[]
    }>,
    docker.info() as Promise<EngineInfo>,
  ]).catch((error: unknown) => {
    throw new Error(
      `no container engine answers at ${socketPath} (${(error as Error).message}). Start Docker or "podman system service" and give this user the right to its socket, or set ATELIER_SANDBOX_ENGINE to another`,
    )
  })
  if (!info.MemoryLimit || !info.PidsLimit)
    throw new Error(`the engine at ${socketPath} cannot bound memory and processes of a container`)
  const [main] = version.Components ?? []
  const options = info.SecurityOptions ?? []
  return {
    docker,
    title: `${main?.Name ?? 'Engine'} ${version.Version}`,
    isPodman: /podman/i.test(main?.Name ?? ''),
    cgroupVersion: info.CgroupVersion === '2' ? 2 : 1,
    isRootless: options.some((option) => option.startsWith('name=rootless')),
    hasAppArmor: options.some((option) => option.startsWith('name=apparmor')),
  }
}

interface EngineInfo {
  readonly MemoryLimit?: boolean
  readonly PidsLimit?: boolean
  readonly CgroupVersion?: string
  readonly SecurityOptions?: readonly string[]
}

/** Removes the containers of servers that no longer exist, and the images that they had not taken out yet. */
export const sweepContainers = async ({ docker }: Engine): Promise<void> => {
  const filters = { label: [ownerLabel] }
  const containers = await docker.listContainers({ all: true, filters })
  await Promise.all(containers.filter(isOrphan).map(({ Id }) => removeContainer(docker.getContainer(Id))))
  const images = await docker.listImages({ filters })
  await Promise.allSettled(images.filter(isOrphan).map(({ Id }) => docker.getImage(Id).remove({ force: true })))
}

const isOrphan = ({ Labels }: { readonly Labels?: Readonly<Record<string, string>> | null }) =>
  ownerIsGone(Labels?.[ownerLabel] ?? '')

const removalsMax = 50
const removeAgainMs = 100

/** Ends what runs in it. Harmless if it no longer exists, or another process removes it. */
export const removeContainer = async (container: Docker.Container): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const fault = await container.remove({ force: true, v: true }).then(
      () => undefined,
      (error: Error & { statusCode?: number }) => error,
    )
    if (!fault || fault.statusCode === 404 || fault.statusCode === 409) return
    // Podman refuses while it takes note of the container's end.
    if (fault.statusCode === undefined || attempt === removalsMax) throw fault
    await delay(removeAgainMs)
  }
}

let containers = 0

/** A name for a container, and the label with its owner. */
export const nextContainer = (): { name: string; labels: Record<string, string> } => {
  const mark = ownerMark()
  return { name: `atelier-${mark}-${(containers += 1)}`, labels: { [ownerLabel]: mark } }
}

const folders = ['inside', 'view', 'start']

/** The image that containers start from: links such as /bin, and folders to mount at. Nothing is downloaded. */
export const systemImage = async ({ docker }: Engine, links: readonly { at: string; to: string }[]) => {
  const top = links.filter(({ at }) => /^\/[^/]+$/.test(at))
  // In the name, since Podman's import leaves the tag out.
  const content = createHash('sha256').update(JSON.stringify([top, folders]))
  const name = `atelier-sandbox-${content.digest('hex').slice(0, 16)}`
  const image = await docker
    .getImage(`${name}:latest`)
    .inspect()
    .catch(() => undefined)
  if (!image) await text(await docker.importImage(Readable.from([await tarOf(top)]), { repo: name, tag: 'latest' }))
  return `${name}:latest`
}

const tarOf = (links: readonly { at: string; to: string }[]): Promise<Buffer> => {
  const tar = pack()
  for (const { at, to } of links) tar.entry({ name: at.slice(1), type: 'symlink', linkname: to })
  for (const name of folders) tar.entry({ name, type: 'directory' })
  tar.finalize()
  return buffer(tar)
}
