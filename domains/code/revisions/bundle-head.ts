import { once } from 'node:events'
import type { Readable } from 'node:stream'

const headerMostBytes = 4 * 1024 * 1024

/**
 * Whether the bundle that a stream begins with has this commit at the tip of this branch. What was looked at is put
 * back. Source: gitformat-bundle(5), the header is text and ends with an empty line.
 */
export const hasBranchHead = async (bundle: Readable, branch: string, commitSha: string): Promise<boolean> => {
  let start = Buffer.alloc(0)
  while (!start.includes('\n\n') && start.length < headerMostBytes) {
    const chunk = bundle.read() as Buffer | null
    if (chunk) start = Buffer.concat([start, chunk])
    else if (bundle.readableEnded) return false
    else await moreOf(bundle)
  }
  bundle.unshift(start)
  return start.subarray(0, start.indexOf('\n\n') + 1).includes(`\n${commitSha} refs/heads/${branch}\n`)
}

const moreOf = async (stream: Readable) => {
  const stop = new AbortController()
  const { signal } = stop
  await Promise.race([once(stream, 'readable', { signal }), once(stream, 'end', { signal })]).finally(() =>
    stop.abort(),
  )
}
