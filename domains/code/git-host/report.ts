import { flushPkt, pktLine, sideband, type RefCommand } from '../../../execution/repositories/index.ts'
import type { PushRefusal } from './rules.ts'

/** The answer to a push as git prints it, and a status for each ref: gitprotocol-pack(5), “Report Status”. */
export const pushReport = (
  { commands, capabilities }: { readonly commands: readonly RefCommand[]; readonly capabilities: ReadonlySet<string> },
  refusal: PushRefusal | undefined,
  sentences: readonly string[] = refusal?.sentences ?? [],
): Buffer => {
  const statuses = commands.map(({ name }) => pktLine(refusal ? `ng ${name} ${refusal.reason}\n` : `ok ${name}\n`))
  const isReported = capabilities.has('report-status')
  const report = isReported ? Buffer.concat([pktLine('unpack ok\n'), ...statuses, flushPkt]) : Buffer.alloc(0)
  if (!capabilities.has('side-band-64k')) return report
  const text = sentences.map((sentence) => `${sentence}\n`).join('')
  return Buffer.concat([sideband('message', text), sideband('answer', report), flushPkt])
}

// A push is taken whole or not at all, so that each one is atomic.
const capabilities =
  'report-status side-band-64k delete-refs ofs-delta quiet atomic push-options object-format=sha1 agent=atelier'

/** The advertisement before a push: the only branch, and the server's capabilities. */
export const pushAdvertisement = ({ branch, commitSha }: { readonly branch: string; readonly commitSha: string }) =>
  Buffer.concat([
    pktLine('# service=git-receive-pack\n'),
    flushPkt,
    pktLine(`${commitSha} refs/heads/${branch}\0${capabilities}\n`),
    flushPkt,
  ])
