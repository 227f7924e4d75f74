import { fetchTransport, openClient, UnreachableError } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import { keepTypedOf } from './typed-values.ts'
import { connection } from './connection.ts'
import { queries } from './queries.ts'
import { cachedAs } from './stale.ts'
import { isUnreached, UnansweredChangeError } from './unreached.ts'
import { chosenWorkspace } from './workspace.ts'

const client = openClient({ url: location.origin, transport: fetchTransport() })

type Call = typeof client.call
type Open = typeof client.open
type Page = typeof client.page

/** Operations before a workspace is chosen: sign in, accept an invitation, read whose portal this is. */
const needsNoWorkspace = ({ path }: Operation) =>
  /^\/v1\/api\/(auth|me|portals|(member|portal)-invitations\/\{token\})(\/|$)/.test(path)

/** The signed-in person. Read once; a 401 means that the visitor is not signed in. */
export const whoAmI = () => queries.query({ ...cachedAs(getMe, {}), queryFn: readMe, staleTime: 'static' })

const readMe = async () => {
  const me = await reach(getMe, () => client.call(getMe))
  keepTypedOf(me.id)
  return me
}

// A tab keeps its workspace, even if another tab of the same session chooses another workspace.
const headersFor = async (operation: Operation): Promise<Record<string, string>> => {
  if (needsNoWorkspace(operation)) return {}
  const workspace = chosenWorkspace(await whoAmI())
  return workspace === undefined ? {} : { 'x-organization-id': workspace.id }
}

/** How long a change waits for a server that does not answer before it counts as not sent. */
const changeWaitsMs = 30_000

/** Sends a request; a change waits until the server is reached. The result shows whether the connection is lost. */
const reach = async <Result>({ method }: Operation, send: () => Promise<Result>): Promise<Result> => {
  const isChange = method !== 'GET'
  if (isChange && !(await connection.untilBack(changeWaitsMs))) {
    throw new UnansweredChangeError('The server did not answer in time', false)
  }
  try {
    const result = await send()
    connection.isBack()
    return result
  } catch (error) {
    if (isUnreached(error)) connection.isLost()
    throw isChange && error instanceof UnreachableError ? new UnansweredChangeError(error, true) : error
  }
}

/** Calls an operation as the person who is signed in, in the workspace of this tab. Throws a ClientError. */
export const call: Call = async (operation, input, headers) =>
  reach(operation, async () => client.call(operation, input, { ...(await headersFor(operation)), ...headers }))

/** The bytes of a stream of events. */
export const open: Open = async (operation, input, headers) =>
  client.open(operation, input, { ...(await headersFor(operation)), ...headers })

/** One page of a list, and the cursors of those behind and before it. */
export const page: Page = async (operation, input, headers) =>
  reach(operation, async () => client.page(operation, input, { ...(await headersFor(operation)), ...headers }))
