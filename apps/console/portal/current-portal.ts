import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { listMyPortals } from '../../../domains/accounts/clients/contract.ts'
import { getMe } from '../../../domains/accounts/people/contract/me.ts'
import type { ClientError, Input, Reply } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { call, whoAmI } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { cachedAs } from '../api/stale.ts'
import { query, useReply } from '../api/use-operation.ts'
import { prefetchPages, usePages, useRows, type QueryScope } from '../api/use-pages.ts'
import type { Me } from '../api/workspace.ts'

type OpenPortal = Reply<typeof listMyPortals>[number]

/** One agency's portal, as the person who is signed in has it. */
interface CurrentPortal extends OpenPortal {
  readonly me: Me
  /** False for a person who works in the workspace as well, and whom the server shows less as a client. */
  readonly isOnlyClient: boolean
}

const placeOf = (me: Me, portals: readonly OpenPortal[], slug: string | undefined): CurrentPortal | undefined => {
  const found = portals.find((one) => one.slug === slug)
  if (!found) return undefined
  const role = me.workspaces.find(({ id }) => id === found.workspaceId)?.role
  return { ...found, me, isOnlyClient: role === 'client' }
}

/**
 * The open portals in which the person has a place. An earlier answer is enough to continue without a network: the
 * frame reads it again automatically.
 */
export const readPortals = async (): Promise<OpenPortal[]> => {
  const listed = query(listMyPortals)
  return queries.getQueryData<OpenPortal[]>(listed.queryKey) ?? queries.query(listed)
}

/** The portal of this name; undefined if it is not open to the person. Throws without a sign-in. */
export const readCurrentPortal = async (slug: string | undefined): Promise<CurrentPortal | undefined> => {
  const [me, portals] = await Promise.all([whoAmI(), readPortals()])
  return placeOf(me, portals, slug)
}

/** Headers that name the portal to the server. */
export const headersOf = ({ clientPortal }: Operation, workspaceId: string): Record<string, string> => ({
  'x-organization-id': workspaceId,
  ...(clientPortal === true && { 'x-client-portal': workspaceId }),
})

const queryIn = <Op extends Operation>(workspaceId: string, operation: Op, input: Input<Op> = {}) =>
  queryOptions<Reply<Op>, ClientError>({
    ...cachedAs(operation, input, workspaceId),
    queryFn: () => call(operation, input, headersOf(operation, workspaceId)),
  })

/** Begins to read for a page of the portal; nothing if the portal is not open to the person. */
export const prefetchInPortal = (place: CurrentPortal | undefined) =>
  place === undefined
    ? () => undefined
    : <Op extends Operation>(operation: Op, input?: Input<Op>) => {
        // The page that reads the same shows the refusal.
        queries.query(queryIn(place.workspaceId, operation, input)).catch(() => undefined)
      }

const askerIn = (workspaceId: string, operation: Operation): QueryScope => ({
  key: workspaceId,
  headers: headersOf(operation, workspaceId),
})

/** Begins to read a list for a page of the portal; nothing if the portal is not open to the person. */
export const prefetchRowsInPortal =
  (place: CurrentPortal | undefined) =>
  <Op extends Operation>(operation: Op, input?: Input<Op>): void => {
    if (place) prefetchPages(operation, input, askerIn(place.workspaceId, operation))
  }

/** The portal of the page's address. The frame shows no page without one. */
export const useCurrentPortal = (): CurrentPortal => {
  const { slug } = useParams()
  const place = placeOf(useReply(getMe), useReply(listMyPortals), slug)
  if (!place) throw new TypeError('A page of a portal that is not open was drawn')
  return place
}

/** The answer of a read, as a client of this portal. */
export const usePortalReply = <Op extends Operation>(operation: Op, input: Input<Op> = {}): Reply<Op> =>
  useSuspenseQuery(queryIn(useCurrentPortal().workspaceId, operation, input)).data

/** The first rows of a list as a client of this portal, to `most`. */
export const usePortalRows = <Op extends Operation>(operation: Op, most: number, input?: Input<Op>) =>
  useRows(operation, most, input, askerIn(useCurrentPortal().workspaceId, operation))

/** The pages of a list as a client of this portal, as many as were asked for. */
export const usePortalPages = <Op extends Operation>(operation: Op, input: Input<Op>) =>
  usePages(operation, input, { asker: askerIn(useCurrentPortal().workspaceId, operation) })

/** The answer of a read that a page can be drawn without: undefined until it arrives. */
export const usePortalReplyLater = <Op extends Operation>(operation: Op, input: Input<Op> = {}, enabled = true) =>
  useQuery({ ...queryIn(useCurrentPortal().workspaceId, operation, input), enabled }).data

/** Calls an operation as a client of this portal. */
export const usePortalCall = () => {
  const { workspaceId } = useCurrentPortal()
  return <Op extends Operation>(operation: Op, input: Input<Op>): Promise<Reply<Op>> =>
    call(operation, input, headersOf(operation, workspaceId))
}
