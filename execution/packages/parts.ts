import type { ObjectStore } from '../../platform/storage/index.ts'
import type { BrokerSpec } from '../egress/index.ts'
import type { SandboxDriver, SandboxLimits } from '../sandbox/index.ts'
import type { Ecosystem } from '../setup/index.ts'

/**
 * Parts of the server that fetch and install packages.
 *
 * - `socketFolder` is for the sockets of brokers: a short path, closed to others.
 * - `egressHosts` are the hosts that a fetch may reach; `registries` among them means the public ones.
 * - `registries` are registries of the operator's in place of the public ones, with user and password in the address.
 * - `network` replaces resolver and reach of brokers, for tests.
 */
export interface PackageParts {
  readonly objects: ObjectStore
  readonly sandboxes: SandboxDriver
  readonly sandboxLimits: SandboxLimits
  readonly socketFolder: string
  readonly egressHosts: readonly string[]
  readonly registries: Readonly<Partial<Record<Ecosystem, string>>>
  readonly network?: Required<Pick<BrokerSpec, 'resolve' | 'reach'>>
}
