import type { Reach } from '../../domains/growth/plays/index.ts'
import type { EveryDomain } from '../../domains/every-domain.ts'
import type { SandboxLimits } from '../../execution/sandbox/index.ts'
import type { DataProviders, MailDnsCheck } from '../../execution/data-providers/index.ts'
import type { Mail, MailTexts } from '../../execution/mail/index.ts'
import type { CycleParts } from '../../domains/delivery/workbench/index.ts'
import type { AccessPoints } from '../../execution/access-points/index.ts'
import type { Payments } from '../../execution/payments/index.ts'
import type { Web } from '../../execution/web/index.ts'
import type { OwnApi } from '../../platform/handler/own-api.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import type { Engine } from '../../platform/jobs/index.ts'
import type { Desktops, People, Terminals } from '../../domains/code/sandboxes/index.ts'
import type { Agents } from './agents.ts'
import type { Closer } from './closer.ts'
import type { Foundation } from './foundation.ts'
import type { TaskApi } from './task-api.ts'
import type { Links } from './links.ts'
import type { PreviewWork } from './previews.ts'

/** The parts of durable runs' steps. */
export interface WorkParts extends Foundation, Agents, PreviewWork {
  readonly hasRoom: CycleParts['hasRoom']
  readonly sandboxLimits: SandboxLimits
  readonly egressHosts: Configuration['sandbox']['egressHosts']
  readonly registries: Configuration['sandbox']['registries']
  readonly caps: Configuration['caps']
  readonly agentLimits: Configuration['agent']
  readonly modelReview: Configuration['model']['review']
  readonly modelPlanning: Configuration['model']['planning']
  readonly web: Web
  readonly accessPoints: AccessPoints
  readonly payments: Payments
  readonly crawlPages: number
  readonly dataProviders: DataProviders
  readonly mailDns: MailDnsCheck
  readonly mail: Mail
  readonly mailTexts: MailTexts
  readonly growthTerms: Pick<Configuration['growth'], 'keys' | 'freeMicros' | 'plans'>
  readonly taskApi: TaskApi
  readonly agentDesktop: CycleParts['agentDesktop']
}

/** Everything that operations and schedules work with, wired together once. */
export interface Parts extends WorkParts, Links, Closer {
  readonly ownApi: OwnApi
  readonly reach: Reach
  readonly engine: Engine
  readonly people: People
  readonly terminals: Terminals
  readonly desktops: Desktops
  readonly everyDomain: EveryDomain
}
