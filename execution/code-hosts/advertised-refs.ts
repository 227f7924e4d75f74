import { pktLines } from '../repositories/index.ts'

export interface AdvertisedRefs {
  /** By full name; empty for an empty repository. */
  readonly refs: ReadonlyMap<string, string>
  readonly capabilities: readonly string[]
}

/**
 * The refs that a repository advertises before a push or a fetch; undefined if the answer is not that of git. Source:
 * gitprotocol-http(5), “Smart Server Response”.
 */
export const advertisedRefs = (
  bytes: Buffer,
  service: 'git-receive-pack' | 'git-upload-pack',
): AdvertisedRefs | undefined => {
  const lines = pktLines(bytes)
  if (lines?.[0] !== `# service=${service}`) return undefined
  // A fetch from an empty repository is answered without a ref; before a push there is always a line.
  if (lines.length < 2 && service === 'git-receive-pack') return undefined
  const capabilities = ((lines[1] ?? '').split('\0')[1] ?? '').split(' ').filter((word) => word !== '')
  const refs = new Map<string, string>()
  for (const line of lines.slice(1)) {
    const [, sha, name] = /^([0-9a-f]{40}) ([^\0]+)/.exec(line) ?? []
    if (sha === undefined || name === undefined) return undefined
    if (name !== 'capabilities^{}' && !name.endsWith('^{}') && name !== '.have') refs.set(name, sha)
  }
  return { refs, capabilities }
}

/** Why the receiver did not take the branch; undefined if it did. Source: gitprotocol-pack(5), “Report Status”. */
export const pushRefusal = (bytes: Buffer, ref: string): string | undefined => {
  const lines = pktLines(bytes) ?? []
  if (lines.includes('unpack ok') && lines.includes(`ok ${ref}`)) return undefined
  const refused = lines.find((line) => line.startsWith(`ng ${ref} `))?.slice(`ng ${ref} `.length)
  const notUnpacked = lines.find((line) => line.startsWith('unpack ') && line !== 'unpack ok')?.slice('unpack '.length)
  return (refused ?? notUnpacked ?? 'it gave no reason').slice(0, 200)
}
