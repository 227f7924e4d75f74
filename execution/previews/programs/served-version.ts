import { realpath, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { filesOf } from '../builds/kept-builds.ts'
import type { PreviewBuild, PreviewVersion } from '../preview.ts'
import { refuseUpgrade, sendPage, type PreviewPage } from '../gateway/preview-page.ts'
import type { NoProgram } from './program.ts'
import type { Runner } from './runner.ts'
import type { ToolbarOrigins } from '../gateway/toolbar-policy.ts'

/** A visitor's wait: for a request and its answer, or for the connection of a WebSocket. */
export type Visit =
  | {
      readonly kind: 'request'
      readonly request: IncomingMessage
      readonly response: ServerResponse
      readonly toolbar?: ToolbarOrigins | undefined
    }
  | { readonly kind: 'socket'; readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer }

/** A version with the visits that it answers now; `runner` is undefined for a site of files. */
export interface ServedVersion {
  readonly version: PreviewVersion
  readonly runner: Runner | undefined
  readonly requests: Set<object>
  readonly sockets: Set<Duplex>
}

export const visitsOf = ({ requests, sockets }: ServedVersion): number => requests.size + sockets.size

/** The real folder of a site of files, fetched if missing; undefined if it is outside of the build or no folder. */
export const rootOf = async ({ build, prepare }: PreviewVersion): Promise<string | undefined> => {
  const found = await findRoot(build)
  if (found !== undefined) return found
  await prepare()
  return findRoot(build)
}

const findRoot = async (build: PreviewBuild): Promise<string | undefined> => {
  try {
    const files = await realpath(filesOf(build))
    const root = await realpath(join(files, build.output))
    return (root === files || root.startsWith(`${files}/`)) && (await stat(root)).isDirectory() ? root : undefined
  } catch {
    return undefined
  }
}

/** The page for a version that cannot be served now. */
export const pageWhileDown = ({ sentence, waitMs }: NoProgram): PreviewPage => ({
  status: 503,
  title: 'The preview is not running',
  sentence,
  refreshSeconds: Math.max(2, Math.ceil(waitMs / 1_000)),
})

export const refuse = (visit: Visit, page: PreviewPage): void => {
  if (visit.kind === 'request') sendPage(visit.request, visit.response, page)
  else refuseUpgrade(visit.socket, page)
}
