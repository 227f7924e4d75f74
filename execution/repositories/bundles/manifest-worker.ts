import { parentPort } from 'node:worker_threads'
import canonicalize from 'canonicalize'
import { manifestOf, type Manifest, type ProtectedPath, type ScannedHistory } from './manifest.ts'
import type { ManifestReply, ManifestRequest } from './manifest-thread.ts'

if (!parentPort) throw new Error('manifest-worker.ts is started by manifest-thread.ts')
const port = parentPort

const findingsShown = 100

const answer = async ({ gitDir, commitSha, timeoutMs, ...asked }: ManifestRequest): Promise<ManifestReply> => {
  const declared = asked.declared === undefined ? undefined : (JSON.parse(asked.declared) as Declared)
  const kept = declared?.protected ?? asked.protected ?? []
  const since = asked.since === undefined ? undefined : (JSON.parse(asked.since) as ScannedHistory)
  const limit = timeoutMs !== undefined && { timeoutMs }
  const made = await manifestOf(gitDir, commitSha, { protected: kept, since, ...limit })
  const { manifest, findings, canonical, manifestSha256 } = made
  return {
    manifestSha256,
    text: new TextEncoder().encode(canonical),
    findings: findings.slice(0, asked.findingsMost ?? findingsShown),
    findingsTotal: findings.length,
    protected: manifest.protected,
    differing: declared && canonical !== asked.declared ? differences(declared, manifest) : [],
  }
}

type Declared = Readonly<Record<string, unknown>> & { readonly protected: readonly ProtectedPath[] }

/** The names of the parts that are not the same in both. */
const differences = (declared: Declared, made: Manifest['manifest']) => {
  const mine = made as unknown as Readonly<Record<string, unknown>>
  const names = new Set([...Object.keys(mine), ...Object.keys(declared)])
  return [...names].filter((name) => canonicalize(mine[name]) !== canonicalize(declared[name]))
}

port.on('message', (asked: ManifestRequest) => {
  answer(asked).then(
    (answered) => port.postMessage(answered, [answered.text.buffer]),
    ({ name, message }: Error) => port.postMessage({ failure: { name, message } }),
  )
})
