/** How many builds are kept to go back to, and how much of the disk they may take. */
export interface BuildLimits {
  /** Builds of a host, including the live one. */
  readonly perHost: number
  readonly projectBytes: number
  readonly instanceBytes: number
}

/** A deployment whose build is kept. A rollback has the folder of the deployment that it serves again. */
export interface KeptBuild {
  /** Its name in the folder of builds. */
  readonly folder: string
  /** The object of the build; null for one of an earlier version. */
  readonly objectKey: string | null
  readonly workspaceId: string
  readonly projectId: string
  readonly label: string
  /** True if it is served or about to be. */
  readonly isOpen: boolean
  /** When it came to its status. */
  readonly changedAt: Date
  /** When it went live, else when it was requested. */
  readonly usedAt: Date
  readonly sizeBytes: number
  /** True if it was only built for pictures, so that it never serves again. */
  readonly undecided: boolean
}

/** How long a replaced version answers its last requests. */
const drainMs = 15 * 60_000

/**
 * The folders of builds to delete: builds beyond the newest of their host; then the oldest of a project until its
 * builds fit, and the oldest of all until they fit into the instance. Builds that were only made for pictures count as
 * the oldest. Builds that are served, are about to be, or were until a quarter of an hour ago stay even above the limits.
 */
export const foldersToForget = (rows: readonly KeptBuild[], limits: BuildLimits, now: Date): readonly string[] => {
  const builds = byFolder(rows)
  const isIdle = ({ isOpen, changedAt }: KeptBuild) => !isOpen && now.getTime() - changedAt.getTime() >= drainMs
  const beyond = groupsOf(builds, ({ label }) => label)
    .flatMap((ofHost) => ofHost.toSorted(newestFirst).slice(limits.perHost))
    .filter(isIdle)
  const forgotten = new Set(beyond)
  const makeRoom = (group: readonly KeptBuild[], bytes: number) => {
    const left = group.filter((build) => !forgotten.has(build)).toSorted(newestFirst)
    let taken = left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    for (const build of left.toReversed().filter(isIdle)) {
      if (taken <= bytes) return
      forgotten.add(build)
      taken -= build.sizeBytes
    }
  }
  for (const ofProject of groupsOf(builds, ({ projectId }) => projectId)) makeRoom(ofProject, limits.projectBytes)
  makeRoom(builds, limits.instanceBytes)
  return [...forgotten].map(({ folder }) => folder)
}

/** One build for each folder, as new as the newest deployment that has it. */
const byFolder = (rows: readonly KeptBuild[]): readonly KeptBuild[] =>
  groupsOf(rows, ({ folder }) => folder).map((same) => ({
    ...same.toSorted(newestFirst)[0]!,
    isOpen: same.some(({ isOpen }) => isOpen),
    changedAt: new Date(Math.max(...same.map(({ changedAt }) => changedAt.getTime()))),
  }))

const groupsOf = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[][] => [
  ...Map.groupBy(rows, nameOf).values(),
]

const newestFirst = (one: KeptBuild, other: KeptBuild) =>
  Number(one.undecided) - Number(other.undecided) || other.usedAt.getTime() - one.usedAt.getTime()

/** The prefix of the builds of a project among the stored objects. */
export const buildsOfProject = (projectId: string): string => `builds/${projectId}`

/** The object of the build of an attempt at a deployment. */
export const buildKey = ({ id, projectId, attempt }: { id: string; projectId: string; attempt: number }): string =>
  `${buildsOfProject(projectId)}/${id}/${attempt}.tar.zst`

/** The prefix of all attempts at the deployment that made the object. */
export const attemptsOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))
