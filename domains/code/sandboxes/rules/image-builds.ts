export const imageBuildStatuses = ['building', 'ready', 'failed'] as const
export type ImageBuildStatus = (typeof imageBuildStatuses)[number]

/** `packages` are installed in a sandbox; a `dockerfile` is built by the container engine. */
export const imageBuildKinds = ['packages', 'dockerfile'] as const
export type ImageBuildKind = (typeof imageBuildKinds)[number]

/** The cause of a build: the base of a cycle, a change of its agents, or a deployment. */
export const imageBuildCauses = ['base', 'change', 'preview'] as const
export type ImageBuildCause = (typeof imageBuildCauses)[number]

/** How many builds of a project are kept and listed. */
export const imageBuildsMost = 50

/** The longest log of a build that is kept. */
export const buildLogMostChars = 8_192

/** Why a build failed that did not come to its end. */
export const unfinishedBuild = 'It was stopped before it was done.'
