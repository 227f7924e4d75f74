import type { Route } from '../../../execution/egress/index.ts'
import type { Harness, HarnessLimits } from '../../../execution/harness/index.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import type { SandboxDriver, SandboxLimits } from '../../../execution/sandbox/index.ts'
import type { Ecosystem } from '../../../execution/setup/index.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import type { AskWebParts } from '../../agents/web-search/index.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import type { ModelReviewing } from '../../code/projects/contract/review-policy.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Removals } from '../../../platform/removals/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'

export interface CycleParts extends ModelParts, AskWebParts {
  /** Whether this instance serves what cycles have merged. */
  readonly previewSite: { readonly isOn: boolean }
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly repositories: Repositories
  readonly objects: ObjectStore
  readonly removals: Removals
  /** True if the disk of this machine has room for the files of a step. */
  readonly hasRoom: () => Promise<boolean>
  readonly sandboxes: SandboxDriver
  readonly sandboxLimits: SandboxLimits
  /** The program of a name that drives the model; made ready when it is first asked for. */
  readonly harness: (name: string) => Promise<Harness>
  /** The folder of the brokers' sockets: a short path, closed to others. */
  readonly socketFolder: string
  /** Hosts that the fetch of a setup may reach; `registries` means the public ones of its package manager. */
  readonly egressHosts: readonly string[]
  /** Registries of the operator's in the place of the public ones, with user and password in the address. */
  readonly registries: Readonly<Partial<Record<Ecosystem, string>>>
  /** Whether a model reads changes before they are merged, if the project does not set it. */
  readonly modelReview: ModelReviewing
  /** Whether a model cuts requests into tasks, if the project does not set it. */
  readonly modelPlanning: 'on' | 'off'
  /** Answers requests of agents for the server's own interface; see `openTaskApi`. */
  readonly taskApi: { readonly serve: Route }
  /** `unavailable` is the reason without a desktop, as a sentence. */
  readonly agentDesktop: { readonly browser: string | undefined; readonly unavailable: string | undefined }
  readonly caps: InstanceCaps
  readonly agentLimits: Pick<HarnessLimits, 'steps' | 'tokens' | 'wallMs' | 'stallMs'>
}
