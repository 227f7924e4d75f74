import { atelier } from '../program/command.ts'
import { unsynced, type Failure } from '../failure.ts'
import { counted, listed, printable } from '../terminal/text.ts'
import type { Obstacle } from './plan.ts'
import type { Survey } from './survey.ts'

/** The paths that both sides changed since their last common commit. */
const changedOnBothSides = ({ changed }: Survey): string[] => {
  const there = new Set(changed.there)
  return changed.here.filter((path) => there.has(path))
}

const named = (paths: readonly string[]) => listed(paths.map(printable), 10)

const diverged = (survey: Survey): string[] => {
  const { distance, head } = survey
  const both = changedOnBothSides(survey)
  return [
    `Both sides went on: ${counted(distance.ahead!, 'commit')} of ${head.branch} ${distance.ahead === 1 ? 'is' : 'are'} here alone, ${counted(distance.behind, 'commit')} in Atelier alone.`,
    both.length > 0 ? `Both changed ${named(both)}.` : 'No file was changed on both sides.',
    `Bring them together: git merge atelier/${head.branch}, then ${atelier} push`,
  ]
}

const sentences: Readonly<Record<Obstacle, (survey: Survey) => string[]>> = {
  no_branch: ({ head }) => [
    `There is no branch ${head.branch} here, which is the project’s.`,
    `Make one of what is in Atelier: git branch ${head.branch} atelier/${head.branch}`,
  ],
  diverged,
  behind: ({ head, distance }) => [
    `Atelier has ${counted(distance.behind, 'commit')} more of ${head.branch}, and there is nothing here to push.`,
    `Get ${distance.behind === 1 ? 'it' : 'them'}: ${atelier} pull`,
  ],
  elsewhere: ({ head }) => [
    `${head.branch} is checked out in another work tree.`,
    `There: git merge --ff-only atelier/${head.branch}`,
  ],
  unfinished: ({ head }) => [
    'A merge or rebase is under way here.',
    `Finish it, then: git merge --ff-only atelier/${head.branch}`,
  ],
  uncommitted: ({ head, workTree }) => [
    `There are changes that are not committed: ${named(workTree.uncommitted)}.`,
    `Commit or stash them, then: git merge --ff-only atelier/${head.branch}`,
  ],
  in_the_way: ({ head, workTree }) => [
    `Files are in the way that git does not track, and the project has others there: ${named(workTree.inTheWay)}.`,
    `Move them away, then: git merge --ff-only atelier/${head.branch}`,
  ],
}

/** An obstacle, and the person's way around it. */
export const obstacleText = (obstacle: Obstacle, survey: Survey): string => sentences[obstacle](survey).join('\n')

/** Ends a command that an obstacle stops. */
export const obstructed = (obstacle: Obstacle, survey: Survey): Failure => {
  const { distance, changed, workTree } = survey
  const { projectId, generation, branch, commitSha } = survey.head
  return unsynced(obstacle, obstacleText(obstacle, survey), {
    projectId,
    generation,
    branch,
    commitSha,
    ahead: distance.ahead ?? null,
    behind: distance.behind,
    bothChanged: changedOnBothSides(survey),
    changedHere: changed.here,
    changedThere: changed.there,
    uncommitted: workTree.uncommitted,
    inTheWay: workTree.inTheWay,
  })
}
