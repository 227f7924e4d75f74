import type {
  BuildResult,
  OnLine,
  PreviewPlan,
  PreviewVersion,
  Previews,
  TakePictures,
} from '../../../execution/previews/index.ts'
import type { RecordBuild } from '../../../execution/packages/index.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { Runtime } from '../projects/index.ts'
import type { PreviewTokens } from './tokens.ts'

/** Where this instance serves deployments. */
export interface PreviewSite {
  /** Whether deployments are made and served. */
  readonly isOn: boolean
  /** The address of a label, without a slash at its end. */
  readonly urlOf: (label: string) => string
  /** The host name of a label, which the CNAME of a domain leads to. */
  readonly targetOf: (label: string) => string
  /** The label of a host of a deployment; undefined for any other host. */
  readonly labelOf: (host: string) => string | undefined
  /** Hosts of this server, which are no project's domain. */
  readonly ownHosts: () => readonly string[]
  readonly tokens: PreviewTokens
}

export interface DeploymentParts {
  readonly engine: Engine
  readonly previewSite: PreviewSite
}

/** The commit to build, for an attempt at it. */
export interface CommitToBuild {
  readonly repositoryId: string
  readonly commitSha: string
  /** A new folder that the build is kept in. */
  readonly folder: string
  /** The object that the build is stored as. */
  readonly objectKey: string
  /** A name for the worktree, only for this attempt. */
  readonly worktreeName: string
  readonly onLine: OnLine
  /** Records the base that is built. */
  readonly recordBuild: RecordBuild
  readonly signal: AbortSignal
}

/** A build with its plan, or the reason without one, as a sentence for people. */
export type CommitBuild =
  | ({ readonly plan: PreviewPlan } & Extract<BuildResult, { readonly build: unknown }>)
  | Extract<BuildResult, { readonly failed: string }>

/** Builds commits; the server passes the parts that a build needs. */
export interface CommitBuilder {
  build(commit: CommitToBuild, project: BuiltProject): Promise<CommitBuild>
}

/** The project's settings of building and serving. */
interface BuiltProject {
  readonly id: string
  readonly runtime: Pick<Runtime, 'setup' | 'fetch' | 'previews'>
  /** Plain variables of its commands. */
  readonly variables: Readonly<Record<string, string>>
}

/** Builds and starts deployments. */
export interface PreviewExecutor {
  readonly commitBuilder: CommitBuilder
  readonly previews: Pick<Previews, 'deploy'>
  /** Undefined if no pictures of deployments are taken. */
  readonly takePictures?: TakePictures | undefined
}

export interface DeploymentWork extends PreviewExecutor {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly repositories: Repositories
  readonly objects: ObjectStore
  readonly previewSite: Pick<PreviewSite, 'urlOf'>
  /** The folder that builds are kept in. */
  readonly buildFolder: string
  readonly versions: Versions
}

/** Versions of sites as they are served, made from rows. */
export interface Versions {
  of(workspace: string, row: VersionOf): PreviewVersion
}

export interface VersionOf {
  readonly id: string
  readonly generation: number
  readonly projectId: string
  readonly kind: 'project' | 'cycle-preview' | 'production'
  readonly minInstances: number
  readonly undecided: boolean
  /** Its `folder` is the name in the folder of builds. */
  readonly build: PreviewVersion['build'] | null
}
