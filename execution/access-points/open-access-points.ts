import type { Fetcher } from '../../platform/fetch/index.ts'
import type { AccessPoint, AccessPointEnvironment, AccessPointId } from './access-point.ts'
import { openEInvoiceBe } from './e-invoice-be.ts'

/** The ways to access points. They know nothing of workspaces: keys come with each call and are not kept. */
export type AccessPoints = Readonly<Record<AccessPointId, AccessPoint>>

interface AccessPointSettings {
  readonly fetcher: Fetcher
  /** Addresses in the place of the public ones. */
  readonly addresses?: Readonly<Partial<Record<`${AccessPointId}-${AccessPointEnvironment}`, string>>>
}

const publicAddresses = { test: 'https://api-dev.e-invoice.be', live: 'https://api.e-invoice.be' } as const

/** Throws if an address in the place of a public one leads test connections to the live address of their vendor. */
export const openAccessPoints = ({ fetcher, addresses = {} }: AccessPointSettings): AccessPoints => {
  const test = addresses['e-invoice-be-test'] ?? publicAddresses.test
  const live = addresses['e-invoice-be-live'] ?? publicAddresses.live
  if ([live, publicAddresses.live].some((address) => new URL(address).host === new URL(test).host))
    throw new Error('ATELIER_ACCESS_POINTS leads test connections to the live address of e-invoice.be')
  return { 'e-invoice-be': openEInvoiceBe(fetcher, { test: withoutSlash(test), live: withoutSlash(live) }) }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')
