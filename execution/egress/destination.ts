import { lookup } from 'node:dns/promises'
import { isPublicAddress } from '../../platform/fetch/index.ts'
import { allowedHosts, hostName } from './allowed-hosts.ts'
import type { BrokerSpec, Route } from './egress.ts'

export interface RefusedRequest {
  status: 400 | 403 | 502 | 503 | 504
  sentence: string
}

export type Destination =
  | { kind: 'internal'; host: string }
  | { kind: 'address'; at: { address: string; port: number }[] }

/** Decides the destination of a CONNECT: only the checked addresses are connected to. */
export const destinations = (spec: BrokerSpec) => {
  const isAllowed = allowedHosts(spec.allowHosts)
  const resolve = spec.resolve ?? systemResolver
  const reach = spec.reach ?? publicOnly

  return async (target: string): Promise<Destination | RefusedRequest> => {
    const [, hostText = '', portText = ''] = /^([^:]+):(\d{1,5})$/.exec(target) ?? []
    const host = hostName(hostText)
    const port = Number(portText)
    if (!host) return refusedTarget(target)
    if (routeOf(spec, host) && port === 80) return { kind: 'internal', host }
    if (!isAllowed(host)) return refusedHost(host)
    if (port !== 443 && port !== 80)
      return { status: 403, sentence: `${host} can be reached on ports 443 and 80 alone, not on ${port}.` }
    const found = await resolve(host).catch(() => [])
    if (found.length === 0)
      return { status: 502, sentence: `${host} was not found. Look at the name, or try again later.` }
    const at = found.flatMap(({ address }) => reach(address, port) ?? [])
    if (at.length === 0)
      return { status: 403, sentence: `${host} leads to an address that is not public, which sandboxes may not reach.` }
    return { kind: 'address', at }
  }
}

export const routeOf = ({ routes = {} }: BrokerSpec, host: string | undefined): Route | undefined =>
  host !== undefined && Object.hasOwn(routes, host) ? routes[host] : undefined

const refusedHost = (host: string): RefusedRequest => ({
  status: 403,
  sentence: `${host} is not among the hosts that this sandbox may reach. Ask the operator to allow it, or do without it.`,
})

const refusedTarget = (target: string): RefusedRequest => ({
  status: 403,
  sentence: `${target.slice(0, 200)} is no host name with a port. Sandboxes reach named hosts alone, such as example.com:443.`,
})

const systemResolver = async (host: string) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address, family }) => ({
    address,
    family: family === 6 ? (6 as const) : (4 as const),
  }))

const publicOnly = (address: string, port: number) => (isPublicAddress(address) ? { address, port } : undefined)
