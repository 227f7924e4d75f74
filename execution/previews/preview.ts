import type { StoredObject } from '../../platform/storage/index.ts'
import type { ImageProgram, OutputMask } from '../sandbox/index.ts'

/** How a preview is served: files by the server itself, or a program in a sandbox, whose system may be an image. */
export type PreviewKind = 'static' | 'node' | 'python' | 'dockerfile'

/** Settings of a project in place of values from its files. Paths are relative to the repository, such as `dist`. */
export interface PreviewOverride {
  readonly kind?: PreviewKind | undefined
  readonly build?: string | undefined
  readonly output?: string | undefined
  readonly start?: string | undefined
  readonly healthPath?: string | undefined
  readonly singlePage?: boolean | undefined
}

/**
 * How a commit is built and served.
 *
 * - `foundBy` is a sentence for people.
 * - `build` are shell commands, run in this order in the tree, after its packages were installed.
 * - `output` is the folder that a static site is served from, relative to the tree; `.` is the tree itself.
 * - `start` is the shell command of a program; it has to listen on 127.0.0.1 at `$PORT`. Null for a static site, and
 *   if an image itself defines its program.
 * - `healthPath` is a path such as `/`, which a program answers with a status below 500 once it is ready.
 * - `isSinglePage`: paths without a file get `index.html`.
 */
export interface PreviewPlan {
  readonly kind: PreviewKind
  readonly foundBy: string
  readonly build: readonly string[]
  readonly output: string
  readonly start: string | null
  readonly healthPath: string
  readonly isSinglePage: boolean
}

/** Why a commit has no preview, as a sentence for people. */
export interface NoPreview {
  readonly refused: string
}

/**
 * A build that can be served, as plain JSON, for a row of a table.
 *
 * - `folder` is the folder that `buildPreview` was given. `filesOf` names its files, which a program has to see at the
 *   path of a worktree; `output` is relative to them.
 * - `start` is a text for `sh -c`, run where these files are; it puts the programs of packages on its path.
 * - `environment` is what its packages need, such as the path of a Python environment.
 * - `program` is that of an image, whose file system the files are.
 * - `object` is the stored copy of the folder, from which it comes again; undefined for builds of earlier versions.
 */
export interface PreviewBuild extends Omit<PreviewPlan, 'foundBy' | 'build'> {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly sizeBytes: number
  readonly program?: ImageProgram | undefined
  readonly object?: BuildObject | undefined
}

/** An object with the folder of a build, as a tar archive compressed by Zstandard. */
export interface BuildObject extends StoredObject {
  readonly key: string
}

/** A line of a log, at most 2,000 characters; `server` is true if Atelier wrote it and not the program. */
export interface PreviewLine {
  readonly source: 'build' | 'app' | 'server'
  readonly text: string
}

export type OnLine = (line: PreviewLine) => void

/** The input of a running program. `environment` may contain secrets, which `mask` removes from its output. */
export interface PreviewSurroundings {
  readonly environment: Readonly<Record<string, string>>
  /** Hosts outside that it may reach by the broker; none if it is empty. */
  readonly allowHosts: readonly string[]
  readonly mask?: (() => OutputMask) | undefined
}

/**
 * One version of a site. `id` is that of the deployment, and `workspace` whose share its program takes. `generation`
 * counts the deployments of the site: a version never takes the traffic back from a higher version that is recorded as
 * served. `surroundings` is called at each start, so that a sleeping preview keeps no secret in memory.
 */
export interface PreviewVersion {
  readonly id: string
  readonly workspace: string
  readonly generation: number
  readonly build: PreviewBuild
  readonly surroundings: () => Promise<PreviewSurroundings>
  /** Has the folder of the build on this machine; rejects with a sentence if it cannot be had. */
  readonly prepare: () => Promise<void>
  readonly onLine: OnLine
  /** Whether it runs without requests and never sleeps. */
  readonly isAlwaysOn: boolean
}

export type PreviewState = 'starting' | 'running' | 'crashing' | 'sleeping' | 'failed'

/** The state of a version in this process, with a sentence for people if it is `crashing` or `failed`. */
export interface PreviewStatus {
  readonly site: string
  readonly versionId: string
  readonly state: PreviewState
  readonly sentence?: string | undefined
  /** When the last request ended, in milliseconds since 1970. */
  readonly lastRequestMs: number
}

/** A visit is a request, or a WebSocket. */
export type VisitKind = 'request' | 'socket'
